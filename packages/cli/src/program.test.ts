import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemoryEditor } from "@tandem-ide/memory-editor";
import { createEndpoint, type Endpoint } from "@tandem-ide/server";
import stringWidth from "string-width";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand } from "./testing/test-context.js";

const commands = ["serve", "ls", "call", "listen", "conformance", "doctor", "changes", "env", "claude", "completion"];
let folder: string;
let endpoint: Endpoint;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "tandem-cli-")));
  const editor = new MemoryEditor({ folders: [folder] });
  endpoint = await createEndpoint(editor, { configDir: join(folder, "config"), env: {} });
});
afterAll(async () => {
  await endpoint.close();
  rmSync(folder, { recursive: true });
});

/** Runs in the folder that is served. */
function tandem(...args: string[]) {
  return runCommand(args, { CLAUDE_CONFIG_DIR: join(folder, "config"), SHELL: "/bin/sh" }, folder);
}

describe("help", () => {
  test.each(["", ...commands])("of %j has examples, and no line over 80 columns", async (command) => {
    const { exitCode, stdout } = await tandem(...(command ? [command] : []), "--help");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("Examples:");
    expect(stdout).toContain("tandem");
    if (command) expect(stdout).toContain("--json");
    for (const line of stdout.split("\n")) expect(stringWidth(line)).toBeLessThanOrEqual(80);
  });
});

test("help for serve mentions --no-open", async () => {
  expect((await tandem("serve", "--help")).stdout).toContain("--no-open");
});

test("help for conformance shows the port before --only", async () => {
  expect((await tandem("conformance", "--help")).stdout).toMatch(/tandem conformance \d+ --only/);
});

test("the version", async () => {
  expect(await tandem("--version")).toEqual({ exitCode: 0, stdout: "0.0.0\n", stderr: "" });
});

describe("wrong usage is exit code 2 and says what to do", () => {
  test.each([
    [["ls", "--jso"], /Unknown option '--jso'[\s\S]*Did you mean --json\?[\s\S]*tandem ls --help/],
    [["serve", "--port", "x"], /Use a whole number/],
    [["serve", "--clients", "few"], /Allowed choices are many, single/],
    [["listn"], /Did you mean: tandem listen/],
    [["call"], /Missing required argument 'tool'/],
    [["call", "openFile", "{"], /Invalid JSON in the arguments/],
    [["call", "openFile", "{}"], /openFile: "filePath" is missing/],
    [["call", "openFile", '{"filePath":"a","makeFrontMost":true}'], /doesn't accept "makeFrontMost"/],
    [["call", "getOpenEditors", "[]"], /must be of type object/],
    [["call", "getOpnEditors"], /Unknown tool: getOpnEditors\. Did you mean getOpenEditors\?/],
    [["call", "getOpenEditors", "--timeout", "soon"], /Use a number of seconds greater than 0/],
    [["call", "getOpenEditors", "--timeout", "3000000"], /The maximum is 2147483 seconds/],
    [["call", "getOpenEditors", "--timeout", "Infinity"], /The maximum is 2147483 seconds/],
    [["ls", "--cwd", "/nope"], /There is no directory \/nope/],
    [["ls", "--cwd", "/nope", "--json"], /There is no directory \/nope/],
    [["help", "nope"], /Unknown command: nope/],
    [["help", "listn"], /Did you mean: tandem help listen/],
    [["conformance", "--only", "LCK", "31624"], /Put the port first: tandem conformance 31624 --only LCK\n/],
    [["conformance", "--skip", "31624"], /Put the port first: tandem conformance 31624\n/],
    [["listen", "--count", "0"], /Use a whole number greater than 0/],
    [["conformance", "--only", "NOPE"], /No check matches NOPE/],
    [["completion", "tcsh"], /Allowed choices are bash, zsh, fish/],
  ])("%j", async (args, message) => {
    const { exitCode, stdout, stderr } = await tandem(...args);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^tandem: /);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
  });
});

describe("arguments after `tandem claude` are passed to Claude Code unchanged", () => {
  test.each([
    [[], []],
    [["--resume"], ["--resume"]],
    [
      ["-p", "what is this", "--json"],
      ["-p", "what is this", "--json"],
    ],
    [
      ["fix it", "--port", "1"],
      ["fix it", "--port", "1"],
    ],
    [
      ["--", "--help", "--", "x"],
      ["--help", "--", "x"],
    ],
    [
      ["-c", "--", "x"],
      ["-c", "--", "x"],
    ],
  ])("%j", async (args, passed) => {
    const { exitCode, stdout } = await tandem("claude", "--json", ...args);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      command: "claude",
      args: passed,
      env: { CLAUDE_CODE_SSE_PORT: String(endpoint.port) },
    });
  });
});

describe("without an editor for the folder", () => {
  test.each([
    [["ls"], 1],
    [["env"], 1],
    [["claude"], 1],
    [["call", "getOpenEditors"], 2],
    [["listen"], 2],
    [["conformance"], 2],
  ])("%j exits with %i and says how to get one", async (args, code) => {
    const env = { CLAUDE_CONFIG_DIR: join(folder, "config") };
    const { exitCode, stdout, stderr } = await runCommand(args, env, tmpdir());
    expect(stdout + stderr).toMatch(/tandem serve/);
    expect(exitCode).toBe(code);
  });

  test("--anyway starts Claude Code without an editor", async () => {
    const { exitCode, stdout } = await runCommand(["claude", "--anyway", "--json", "-c"], {}, folder);
    expect({ exitCode, ...JSON.parse(stdout) }).toEqual({ exitCode: 0, command: "claude", args: ["-c"], env: {} });
  });

  test("an unknown port gets a list of editors", async () => {
    const { exitCode, stderr } = await tandem("call", "getOpenEditors", "--port", "1");
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`${endpoint.port}  Tandem  ${folder}`);
  });
});

describe("with two editors on one folder, the advice ends with a complete command", () => {
  let second: Endpoint;
  beforeAll(async () => {
    second = await createEndpoint(new MemoryEditor({ folders: [folder] }), {
      configDir: join(folder, "config"),
      env: {},
    });
  });
  afterAll(() => second.close());

  test.each([
    [["call", "getOpenEditors"], /tandem call getOpenEditors --port (\d+)\n$/],
    [["call", "openFile", '{"filePath":"a"}'], /tandem call openFile '\{"filePath":"a"\}' --port (\d+)\n$/],
    [["env"], /tandem env --port (\d+)\n$/],
    [["listen"], /tandem listen --port (\d+)\n$/],
    [["conformance"], /tandem conformance (\d+)\n$/],
  ])("%j", async (args, command) => {
    const [, port] = command.exec((await tandem(...args)).stderr) ?? [];
    expect([endpoint.port, second.port]).toContain(Number(port));
  });
});

test("--port works from any folder", async () => {
  const env = { CLAUDE_CONFIG_DIR: join(folder, "config") };
  const { exitCode, stdout } = await runCommand(["env", "--json", "--port", String(endpoint.port)], env, tmpdir());
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout).CLAUDE_CODE_SSE_PORT).toBe(String(endpoint.port));
});

test("env works in another IDE's terminal", async () => {
  const env = { CLAUDE_CONFIG_DIR: join(folder, "config"), TERM_PROGRAM: "vscode" };
  expect((await runCommand(["ls"], env, folder)).exitCode).toBe(1);
  expect((await runCommand(["env", "--json"], env, folder)).exitCode).toBe(0);
});

test("env keeps NO_PROXY and sets the config directory", async () => {
  const env = { NO_PROXY: "example.com", SHELL: "/usr/bin/fish" };
  const { stdout } = await runCommand(["env", "--config-dir", "config"], env, folder);
  expect(stdout).toContain("set -gx NO_PROXY 'example.com,127.0.0.1,localhost,::1';\n");
  expect(stdout).toContain(`set -gx CLAUDE_CONFIG_DIR '${join(folder, "config")}';\n`);
});

test("an unsupported shell is an error", async () => {
  const { exitCode, stderr } = await runCommand(["env"], { SHELL: "/bin/tcsh" }, folder);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/tcsh.*\nChoose another one: --shell sh/);
});

test("no command prints the token", async () => {
  for (const args of [["ls"], ["ls", "--json"], ["env"], ["env", "--json"], ["claude", "--json"]]) {
    const { stdout, stderr } = await tandem(...args);
    expect(stdout + stderr).not.toContain(endpoint.authToken);
  }
});
