/** Faults in authentication (AUTH). */
import { authorizationHeader } from "@tandem-ide/protocol";
import type { Parts } from "../parts.js";
import type { Fault } from "./fault.js";

type Admit = Parts["admit"];

/** Accepts requests that match the predicate. */
function alsoAdmit(parts: Parts, lets: (request: Parameters<Admit>[0], token: string) => boolean): void {
  const { admit } = parts;
  parts.admit = (request, token) => (lets(request, token) ? undefined : admit(request, token));
}

const shown = (request: Parameters<Admit>[0]) => String(request.headers[authorizationHeader] ?? "");

function accepts(check: string, what: string, lets: (request: Parameters<Admit>[0], token: string) => boolean): Fault {
  return { check, what, seen: /^HTTP 101 and the message/, break: (parts) => alsoAdmit(parts, lets) };
}

export const authenticationFaults: readonly Fault[] = [
  {
    check: "AUTH-01/right-token",
    what: "the header's name is case-sensitive",
    seen: /^HTTP 401/,
    break(parts) {
      const { admit } = parts;
      parts.admit = (request, token) =>
        request.rawHeaders.includes(authorizationHeader) ? admit(request, token) : { status: 401, body: "no token" };
    },
  },
  accepts("AUTH-02/no-token", "the token is not checked", () => true),
  {
    check: "AUTH-02/no-token",
    what: "the refusal is 400",
    seen: /^HTTP 400/,
    break(parts) {
      const { admit } = parts;
      parts.admit = (request, token) => (admit(request, token) ? { status: 400, body: "bad request" } : undefined);
    },
  },
  {
    check: "AUTH-02/no-token",
    what: "the refusal has no body",
    seen: /empty body/,
    break(parts) {
      const { admit } = parts;
      parts.admit = (request, token) => (admit(request, token) ? { status: 401, body: "" } : undefined);
    },
  },
  {
    check: "AUTH-02/no-token",
    what: "the first message is served before the close",
    seen: /^HTTP 101 and the message/,
    break(parts) {
      parts.refusal = "close after serving";
    },
  },
  {
    check: "AUTH-02/no-token",
    what: "the close code is 1000",
    seen: /^HTTP 101 and close 1000/,
    break(parts) {
      parts.refusal = "close";
      parts.refusalCode = 1000;
    },
  },
  accepts("AUTH-02/empty-token", "an empty token is as good as none", (request) => shown(request) === ""),
  accepts("AUTH-02/wrong-token", "any token will do", (request) => shown(request) !== ""),
  accepts("AUTH-02/same-length", "lengths are compared", (request, token) => shown(request).length === token.length),
  accepts("AUTH-02/part-of-token", "a beginning is enough", (request, token) => {
    return shown(request) !== "" && token.startsWith(shown(request));
  }),
  accepts("AUTH-02/part-of-token", "more is enough", (request, token) => shown(request).startsWith(token)),
  accepts(
    "AUTH-02/other-place",
    "the URL counts",
    (request, token) => request.url?.includes(`token=${token}`) ?? false,
  ),
  accepts("AUTH-02/other-place", "the path counts", (request, token) => request.url === `/${token}`),
  accepts("AUTH-02/other-place", "Authorization counts", (request, token) => {
    return request.headers.authorization === `Bearer ${token}`;
  }),
  {
    check: "AUTH-03/uuid",
    what: "the token is a word",
    seen: /^6 characters/,
    break(parts) {
      parts.token = "secret";
    },
  },
  accepts("AUTH-05/origin", "pages are let in", (request, token) => {
    return request.headers.origin !== undefined && shown(request) === token;
  }),
  accepts("AUTH-05/origin", "pages from localhost are let in", (request, token) => {
    return /localhost/.test(request.headers.origin ?? "") && shown(request) === token;
  }),
  accepts("AUTH-05/host", "any Host is let in", (request, token) => {
    return request.headers.origin === undefined && shown(request) === token;
  }),
  accepts("AUTH-05/host", "a Host that begins like loopback is let in", (request, token) => {
    return (request.headers.host ?? "").startsWith("127.0.0.1") && shown(request) === token;
  }),
];
