/** Editors that fit but don't accept the connection. */
import { connect } from "@tandem-ide/client";
import { expect, test } from "vitest";
import { deadPid, Fixture } from "../testing/fixture.js";
import { oddEndpoint } from "../testing/odd-endpoint.js";

test.each([401, 1008] as const)("wrong-token: the editor has another token (rejected with %s)", async (reject) => {
  await using fixture = await Fixture.make();
  const { port } = await fixture.editor([fixture.folder], { reject });
  await fixture.lock(port, { ideName: "Memory" });
  expect(await fixture.find("wrong-token")).toMatchObject({
    isFirst: true,
    severity: "fault",
    title: `Memory on port ${port} rejects the token in its lock file.`,
  });
});

test.each([401, 1008] as const)("no-token: the lock has none (rejected with %s)", async (reject) => {
  await using fixture = await Fixture.make();
  const { port } = await fixture.editor([fixture.folder], { reject });
  await fixture.lock(port, { ideName: "Memory", authToken: undefined });
  expect(await fixture.find("no-token")).toMatchObject({
    isFirst: true,
    severity: "fault",
    title: `Memory on port ${port} requires a token, but its lock file has none.`,
  });
});

test("no-token: an endpoint that accepts anyone is a warning", async () => {
  await using fixture = await Fixture.make();
  await using endpoint = await oddEndpoint();
  await fixture.lock(endpoint.port, { authToken: undefined });
  expect(await fixture.find("no-token")).toMatchObject({ isFirst: true, severity: "warning" });
});

test("no-mcp-echo: the response lacks the subprotocol", async () => {
  await using fixture = await Fixture.make();
  await using endpoint = await oddEndpoint({ subprotocol: false });
  await fixture.lock(endpoint.port);
  expect(await fixture.find("no-mcp-echo")).toMatchObject({
    isFirst: true,
    severity: "fault",
    title: `Ed on port ${endpoint.port} doesn't respond with the subprotocol "mcp".`,
  });
});

test("editor-hangs: it accepts the connection but sends nothing", async () => {
  await using fixture = await Fixture.make();
  await fixture.lock(await fixture.listen());
  expect(await fixture.find("editor-hangs")).toMatchObject({ isFirst: true, severity: "fault" });
});

test("editor-busy: a real editor with a limit of one client", async () => {
  await using fixture = await Fixture.make();
  const { port, authToken } = await fixture.editor([fixture.folder], { maxClients: 1 });
  await using _client = await connect({ port, authToken });
  expect(await fixture.find("editor-busy")).toMatchObject({ isFirst: true, severity: "fault" });
});

test("editor-forbids: it rejects that host name", async () => {
  await using fixture = await Fixture.make();
  await using endpoint = await oddEndpoint({ refuse: 403 });
  await fixture.lock(endpoint.port);
  expect(await fixture.find("editor-forbids")).toMatchObject({ isFirst: true, severity: "fault" });
});

test("handshake-fails: another program has the port", async () => {
  await using fixture = await Fixture.make();
  await using endpoint = await oddEndpoint({ refuse: 404 });
  await fixture.lock(endpoint.port);
  expect(await fixture.find("handshake-fails")).toMatchObject({
    isFirst: true,
    title: `Port ${endpoint.port} belongs to another program, not to Ed.`,
  });
});

test("handshake-fails: it answers with an unknown MCP version", async () => {
  await using fixture = await Fixture.make();
  await using endpoint = await oddEndpoint({ protocolVersion: "2099-01-01" });
  await fixture.lock(endpoint.port);
  expect(await fixture.find("handshake-fails")).toMatchObject({
    isFirst: true,
    title: `Ed on port ${endpoint.port} aborts the handshake.`,
    detail: expect.stringContaining("2099-01-01"),
  });
});

test("host-override: the variable names a host where no editor listens", async () => {
  await using fixture = await Fixture.make();
  await fixture.editor();
  const env = { CLAUDE_CODE_IDE_HOST_OVERRIDE: "127.0.0.9" };
  expect(await fixture.find("host-override", { env })).toMatchObject({
    isFirst: true,
    title: "CLAUDE_CODE_IDE_HOST_OVERRIDE sends Claude Code to 127.0.0.9.",
  });
});

test("a hundred locks of dead editors don't slow it down", async () => {
  await using fixture = await Fixture.make();
  const port = await fixture.closedPort();
  for (let count = 0; count < 100; count++)
    await fixture.lock(port - (port > 30_000 ? count : -count), { pid: deadPid });
  const before = performance.now();
  expect(await fixture.find("editor-gone")).toMatchObject({ isFirst: true });
  expect(performance.now() - before).toBeLessThan(10_000);
});

test("an endpoint's token stays out of the facts even if it is in the endpoint's name (a stand-in)", async () => {
  await using fixture = await Fixture.make();
  await using endpoint = await oddEndpoint({ echoesToken: true });
  await fixture.lock(endpoint.port);
  const { facts } = await fixture.examine();
  expect(facts.locks[0]?.connection).toMatchObject({ outcome: "connected", server: { name: "Odd …" } });
  expect(JSON.stringify(facts)).not.toContain("the-token-of-ed");
});

test("a hundred hanging editors are tried in parallel", async () => {
  await using fixture = await Fixture.make();
  for (let count = 0; count < 100; count++)
    await fixture.lock(await fixture.listen(), { workspaceFolders: [fixture.path("bin")] });
  const before = performance.now();
  expect(await fixture.find("wrong-folder")).toMatchObject({ isFirst: true });
  expect(performance.now() - before).toBeLessThan(20_000);
}, 30_000);
