/** Which clients are accepted (AUTH-01, 02, 03, 05). */
import { randomUUID } from "node:crypto";
import { authorizationHeader } from "@tandem-ide/protocol";
import type { Check } from "../check.js";
import { type CheckContext, type ConnectOptions, clientInfo, describeHttp, type Upgraded } from "../context.js";
import { expectResult } from "../expect.js";
import { Failure, NotApplicable } from "../outcome.js";
import { show } from "../show.js";
import { asReply, describeEnding } from "../wire/raw-client.js";

/** Checks that after 101, `initialize` isn't answered and the connection is closed with 1008. */
async function expectClosedWithoutReply({ client }: Upgraded, expected: string): Promise<void> {
  if (!client) return;
  client.post("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  const served = await client.next(asReply, expected).catch(() => undefined);
  if (served !== undefined) throw new Failure(expected, `HTTP 101 and the message ${show(served)}`);
  const ending = await client.ending(undefined, expected);
  if (ending.code !== 1008) throw new Failure(expected, `HTTP 101 and ${describeEnding(ending)}`);
}

/** Checks that a bad token gets 401 with a body, or 101 and close 1008. */
async function expectUnauthorized(context: CheckContext, options: ConnectOptions, what: string): Promise<void> {
  const expected = `HTTP 401 with a reason in the body, or HTTP 101 and close 1008, for ${what}`;
  const upgraded = await context.upgrade(options);
  const { answer, client } = upgraded;
  if (client) return expectClosedWithoutReply(upgraded, expected);
  if (answer.status !== 401) throw new Failure(expected, describeHttp(answer));
  if (answer.body.trim() === "") throw new Failure(expected, "HTTP 401 with an empty body");
}

/** Checks that a request is refused even with the right token. */
async function expectRefused(context: CheckContext, options: ConnectOptions, what: string): Promise<void> {
  const expected = `HTTP 4xx, or HTTP 101 and close 1008, for ${what} with the right token`;
  const upgraded = await context.upgrade(options);
  const { answer, client } = upgraded;
  if (client) return expectClosedWithoutReply(upgraded, expected);
  if (answer.status < 400 || answer.status > 499) throw new Failure(expected, describeHttp(answer));
}

function tokenOf({ target }: CheckContext): string {
  if (target.token === undefined) throw new NotApplicable("the lock file has no authToken");
  return target.token;
}

/** Returns the token with its last character changed. */
function withLastCharChanged(token: string): string {
  return `${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`;
}

const origins = ["https://evil.example", "http://localhost:3000", "http://127.0.0.1", "null"];
const hosts = ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "10.0.0.1", "0.0.0.0"];

export const authenticationChecks: readonly Check[] = [
  {
    name: "AUTH-01/right-token",
    title: "A client with the lock file's token is accepted, whatever the case of the header name",
    async run(context) {
      const token = tokenOf(context);
      const spellings = [authorizationHeader, "X-Claude-Code-Ide-Authorization", authorizationHeader.toUpperCase()];
      for (const name of spellings) {
        const client = await context.connect({ token: null, headers: { [name]: token } });
        expectResult(await client.request("ping"), `a response to ping with the token in ${name}`);
        await client.close();
      }
    },
  },
  {
    name: "AUTH-02/no-token",
    title: "An upgrade without a token is refused",
    run: (context) => expectUnauthorized(context, { token: null }, "no token"),
  },
  {
    name: "AUTH-02/empty-token",
    title: "An upgrade with an empty token is refused",
    run: (context) => expectUnauthorized(context, { token: "" }, "an empty token"),
  },
  {
    name: "AUTH-02/wrong-token",
    title: "An upgrade with a wrong token is refused",
    async run(context) {
      await expectUnauthorized(context, { token: "wrong" }, "a wrong token");
      await expectUnauthorized(context, { token: randomUUID() }, "another UUID as the token");
    },
  },
  {
    name: "AUTH-02/same-length",
    title: "A token of the right length with one wrong character is refused",
    run: async (context) =>
      expectUnauthorized(context, { token: withLastCharChanged(tokenOf(context)) }, "a token with one wrong character"),
  },
  {
    name: "AUTH-02/part-of-token",
    title: "A prefix of the token, or the token with extra characters, is refused",
    async run(context) {
      const token = tokenOf(context);
      await expectUnauthorized(context, { token: token.slice(0, 8) }, "the first eight characters of the token");
      await expectUnauthorized(context, { token: `${token}0` }, "the token and one more character");
    },
  },
  {
    name: "AUTH-02/other-place",
    title: "The token is only accepted in its own header, not in the URL or in Authorization",
    async run(context) {
      const token = tokenOf(context);
      const query = `/?token=${token}&authToken=${token}&${authorizationHeader}=${token}`;
      await expectUnauthorized(context, { token: null, path: query }, "the token in the URL");
      await expectUnauthorized(context, { token: null, path: `/${token}` }, "the token as the path");
      const headers = { Authorization: `Bearer ${token}` };
      await expectUnauthorized(context, { token: null, headers }, "the token in Authorization");
    },
  },
  {
    name: "AUTH-03/uuid",
    title: "The token is a UUID v4",
    async run(context) {
      const token = tokenOf(context);
      if (!/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(token))
        throw new Failure("a UUID v4 as authToken", `${token.length} characters in another format`);
    },
  },
  {
    name: "AUTH-05/origin",
    title: "A request with an Origin is refused, even with the token",
    async run(context) {
      for (const origin of origins) await expectRefused(context, { origin }, `Origin: ${origin}`);
    },
  },
  {
    name: "AUTH-05/host",
    title: "A request with a Host that isn't loopback is refused, even with the token",
    async run(context) {
      for (const name of hosts) {
        const host = `${name}:${context.target.port}`;
        await expectRefused(context, { host }, `Host: ${host}`);
      }
    },
  },
];
