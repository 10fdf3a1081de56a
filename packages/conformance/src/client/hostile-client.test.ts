/** Clients that try to cost the kit its report, or to bring into it what must not be there. */
import { expect, it } from "vitest";
import { formatText } from "../reporters/text.js";
import { judgeClient } from "./testing/judge.js";

const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;

it.concurrent.each([
  ["the id of an answer", `{"jsonrpc":"2.0","id":${deep},"result":{}}`, "ERR-01/answers"],
  [
    "the id of what is cancelled",
    `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${deep}}}`,
    "MCP-04/cancels",
  ],
  [
    "the name of a tool",
    `{"jsonrpc":"2.0","id":"deep","method":"tools/call","params":{"name":${deep}}}`,
    "MCP-03/calls",
  ],
])("%s that is nested too deeply for JSON fails a check, and the report comes", async (_what, text, check) => {
  const report = await judgeClient((parts) => {
    const introduce = parts.introduce;
    parts.introduce = (session) => {
      introduce(session);
      session.sendText(text);
    };
  });
  const failed = report.results.find(({ name }) => name === check);
  expect(failed).toMatchObject({ status: "fail", seen: expect.stringContaining("nested too deeply") });
});

it("a client that calls itself by the token does not bring it into the report", async () => {
  let token = "not seen";
  const report = await judgeClient((parts) => {
    const head = parts.head;
    parts.head = (lines, lock) => {
      token = lock.token;
      return head(lines, lock);
    };
    const initialize = parts.initialize;
    parts.initialize = () => ({ ...initialize(), clientInfo: { name: `I am ${token}`, version: "1" } });
  });
  expect(report.target.ideName).toBe("I am <token> 1");
  expect(JSON.stringify(report) + formatText(report)).not.toContain(token);
});
