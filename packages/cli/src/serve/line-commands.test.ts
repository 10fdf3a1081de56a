/** The line commands about the workspace and the connection, with a real endpoint and a real client. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { lineFixture } from "../testing/line-fixture.js";

test("open selects whole lines, including an empty last one", async () => {
  const fixture = await lineFixture();
  expect(await fixture.say("open a.txt:2-3")).toBe("Opened a.txt:2-3.");
  expect((await fixture.context.editor.currentSelection())?.text).toBe("two\n\n");
  expect(await fixture.say("open a.txt:5")).toBe("Opened a.txt:5.");
  expect((await fixture.context.editor.currentSelection())?.text).toBe("");
  expect(await fixture.say("open a.txt:9")).toBe("The file has only 5 lines.");
  expect(await fixture.say(`open ${fixture.folder}`)).toMatch(/is a folder/);
});

test("open shows a hidden file with a note, and mention refuses it", async () => {
  const fixture = await lineFixture();
  expect(await fixture.say("open .env")).toBe("Opened .env. Not shared with Claude: Hidden by privacy rules (.env*).");
  expect(await fixture.say("mention .env")).toBe(".env wasn't mentioned: Hidden by privacy rules.");
});

test("a mention is queued until a client connects", async () => {
  const fixture = await lineFixture();
  expect(await fixture.say("mention a.txt:1-2")).toBe(
    "No client is connected. a.txt:1-2 will be mentioned to the next one.",
  );
  expect(await fixture.say("status")).toMatch(/Mentions {2}1 queued/);
  const received: unknown[] = [];
  await fixture.connect((method, params) => received.push([method, params]));
  await expect
    .poll(() => received)
    .toContainEqual(["at_mentioned", { filePath: join(fixture.folder, "a.txt"), lineStart: 0, lineEnd: 1 }]);
  expect(await fixture.say("mention a.txt")).toBe("Mentioned a.txt to 1 client.");
});

test("pause and resume", async () => {
  const fixture = await lineFixture();
  await fixture.say("pause");
  expect(fixture.endpoint.status.isPaused).toBe(true);
  expect(await fixture.say("mention a.txt")).toBe("a.txt wasn't mentioned: Sharing is paused.");
  await fixture.say("resume");
  expect(fixture.endpoint.status.isPaused).toBe(false);
});

test("restart disconnects clients, keeps the address, and stays paused", async () => {
  const fixture = await lineFixture();
  const client = await fixture.connect();
  const statuses: number[] = [];
  fixture.running.onStatusChanged(({ clients }) => statuses.push(clients.length));
  await fixture.say("pause");
  expect(await fixture.say("restart")).toBe(
    `Restarted on port ${fixture.endpoint.port}. Claude Code reconnects automatically.`,
  );
  await client.closed;
  expect(fixture.running.endpoint.authToken).toBe(fixture.endpoint.authToken);
  expect(fixture.running.endpoint.status.isPaused).toBe(true);
  expect(statuses.at(-1)).toBe(0);
  await fixture.connect();
  expect(statuses.at(-1)).toBe(1);
});

test("help lists every command, an unknown one gets a hint, and an empty line prints nothing", async () => {
  const fixture = await lineFixture();
  for (const name of [
    "page",
    "open",
    "mention",
    "reviews",
    "show",
    "accept",
    "reject",
    "code",
    "allow",
    "deny",
    "pause",
    "resume",
    "restart",
    "status",
    "quit",
  ])
    expect(await fixture.say("help")).toContain(`  ${name} `);
  expect(await fixture.say("opne a.txt")).toMatch(/Did you mean open\?/);
  expect(await fixture.say("toString")).toMatch(/Unknown command: toString/);
  expect(await fixture.say("  ")).toBe("");
  await fixture.say("quit");
  expect(fixture.quits).toBe(1);
});
