/** Editors that fit, and do not let Claude Code in. */
import { connect } from "@tandem/client";
import { expect, test } from "vitest";
import { oddEndpoint } from "../testing/odd-endpoint.js";
import { deadPid, Stage } from "../testing/stage.js";

test.each([401, 1008] as const)("wrong-token: the editor has another one (refused with %s)", async (reject) => {
  await using stage = await Stage.make();
  const { port } = await stage.editor([stage.folder], { reject });
  await stage.lock(port, { ideName: "Memory" });
  expect(await stage.find("wrong-token")).toMatchObject({
    isFirst: true,
    severity: "fault",
    title: `Memory on port ${port} refuses the token that is in its lock.`,
  });
});

test.each([401, 1008] as const)("no-token: the lock holds none (refused with %s)", async (reject) => {
  await using stage = await Stage.make();
  const { port } = await stage.editor([stage.folder], { reject });
  await stage.lock(port, { ideName: "Memory", authToken: undefined });
  expect(await stage.find("no-token")).toMatchObject({
    isFirst: true,
    severity: "fault",
    title: `The lock of Memory on port ${port} holds no token, and it wants one.`,
  });
});

test("no-token: an endpoint that takes anybody is a warning", async () => {
  await using stage = await Stage.make();
  await using endpoint = await oddEndpoint();
  await stage.lock(endpoint.port, { authToken: undefined });
  expect(await stage.find("no-token")).toMatchObject({ isFirst: true, severity: "warning" });
});

test("no-mcp-echo: the answer leaves the subprotocol out", async () => {
  await using stage = await Stage.make();
  await using endpoint = await oddEndpoint({ subprotocol: false });
  await stage.lock(endpoint.port);
  expect(await stage.find("no-mcp-echo")).toMatchObject({
    isFirst: true,
    severity: "fault",
    title: `Ed on port ${endpoint.port} does not answer with the subprotocol "mcp".`,
  });
});

test("editor-hangs: it takes the connection and says nothing", async () => {
  await using stage = await Stage.make();
  await stage.lock(await stage.listen());
  expect(await stage.find("editor-hangs")).toMatchObject({ isFirst: true, severity: "fault" });
});

test("editor-busy: a real editor that takes one client has one", async () => {
  await using stage = await Stage.make();
  const { port, authToken } = await stage.editor([stage.folder], { maxClients: 1 });
  await using _client = await connect({ port, authToken });
  expect(await stage.find("editor-busy")).toMatchObject({ isFirst: true, severity: "fault" });
});

test("editor-forbids: it does not take that host name", async () => {
  await using stage = await Stage.make();
  await using endpoint = await oddEndpoint({ refuse: 403 });
  await stage.lock(endpoint.port);
  expect(await stage.find("editor-forbids")).toMatchObject({ isFirst: true, severity: "fault" });
});

test("handshake-fails: another program has the port", async () => {
  await using stage = await Stage.make();
  await using endpoint = await oddEndpoint({ refuse: 404 });
  await stage.lock(endpoint.port);
  expect(await stage.find("handshake-fails")).toMatchObject({
    isFirst: true,
    title: `At port ${endpoint.port} is not Ed but some other program.`,
  });
});

test("handshake-fails: it answers a revision of MCP that nobody knows", async () => {
  await using stage = await Stage.make();
  await using endpoint = await oddEndpoint({ protocolVersion: "2099-01-01" });
  await stage.lock(endpoint.port);
  expect(await stage.find("handshake-fails")).toMatchObject({
    isFirst: true,
    title: `Ed on port ${endpoint.port} breaks off the handshake.`,
    detail: expect.stringContaining("2099-01-01"),
  });
});

test("host-override: editors are dialled where they do not listen", async () => {
  await using stage = await Stage.make();
  await stage.editor();
  const env = { CLAUDE_CODE_IDE_HOST_OVERRIDE: "127.0.0.9" };
  expect(await stage.find("host-override", { env })).toMatchObject({
    isFirst: true,
    title: "CLAUDE_CODE_IDE_HOST_OVERRIDE sends Claude Code to 127.0.0.9.",
  });
});

test("a hundred locks of dead editors do not make it slow", async () => {
  await using stage = await Stage.make();
  const port = await stage.closedPort();
  for (let count = 0; count < 100; count++) await stage.lock(port - (port > 30_000 ? count : -count), { pid: deadPid });
  const before = performance.now();
  expect(await stage.find("editor-gone")).toMatchObject({ isFirst: true });
  expect(performance.now() - before).toBeLessThan(10_000);
});

test("an endpoint that calls itself by its token does not get it into what is told (a stand-in)", async () => {
  await using stage = await Stage.make();
  await using endpoint = await oddEndpoint({ echoesToken: true });
  await stage.lock(endpoint.port);
  const { facts } = await stage.examine();
  expect(facts.locks[0]?.connection).toMatchObject({ outcome: "connected", server: { name: "Odd …" } });
  expect(JSON.stringify(facts)).not.toContain("the-token-of-ed");
});

test("a hundred editors that hang are asked side by side", async () => {
  await using stage = await Stage.make();
  for (let count = 0; count < 100; count++)
    await stage.lock(await stage.listen(), { workspaceFolders: [stage.path("bin")] });
  const before = performance.now();
  expect(await stage.find("wrong-folder")).toMatchObject({ isFirst: true });
  expect(performance.now() - before).toBeLessThan(20_000);
}, 30_000);
