/** Clients that try to break the report, or to get secrets into it. */
import { expect, it } from "vitest";
import { formatText } from "../reporters/text.js";
import { checkClient } from "./testing/run-client.js";

const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;

it.concurrent.each([
  ["the id of a response", `{"jsonrpc":"2.0","id":${deep},"result":{}}`, "ERR-01/answers"],
  [
    "the id in a cancellation",
    `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${deep}}}`,
    "MCP-04/cancels",
  ],
  [
    "the name of a tool",
    `{"jsonrpc":"2.0","id":"deep","method":"tools/call","params":{"name":${deep}}}`,
    "MCP-03/calls",
  ],
])("%s that is nested too deeply for JSON fails a check without breaking the report", async (_what, text, check) => {
  const report = await checkClient((parts) => {
    const introduce = parts.introduce;
    parts.introduce = (session) => {
      introduce(session);
      session.sendText(text);
    };
  });
  const failed = report.results.find(({ name }) => name === check);
  expect(failed).toMatchObject({ status: "fail", seen: expect.stringContaining("nested too deeply") });
});

it("a client with the token as its name doesn't get it into the report", async () => {
  let token = "not seen";
  const report = await checkClient((parts) => {
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
