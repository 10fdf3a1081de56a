/** Checks the Host, Origin and token of an upgrade request (CON-06, AUTH-01, AUTH-02). */
import type { IncomingMessage } from "node:http";
import { authorizationHeader } from "@tandem-ide/protocol/schema-free";
import { checkOrigin, digest, isSecret, type Rejection } from "../../../loopback/check-request.js";

export interface UpgradeRules {
  readonly tokenDigest: Buffer;
  readonly allowedHosts: readonly string[];
  /** The response to a wrong token. */
  readonly reject: 401 | 1008;
}

export function upgradeRules(
  authToken: string,
  allowedHosts: readonly string[] = [],
  reject: 401 | 1008 = 401,
): UpgradeRules {
  return { tokenDigest: digest(authToken), allowedHosts, reject };
}

/** Returns why a request is rejected, or undefined. */
export function checkUpgrade({ headers }: IncomingMessage, rules: UpgradeRules): Rejection | undefined {
  const rejection = checkOrigin(headers, rules.allowedHosts);
  if (rejection) return rejection;
  const token = headers[authorizationHeader];
  if (typeof token === "string" && isSecret(token, rules.tokenDigest)) return undefined;
  return {
    status: rules.reject,
    message: `The header ${authorizationHeader} is ${token === undefined ? "missing" : "wrong"}. It must contain the authToken from this editor's lock file, ide/<port>.lock in Claude Code's config directory.`,
  };
}
