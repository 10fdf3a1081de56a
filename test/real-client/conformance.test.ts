/** Runs the conformance kit against the real Claude Code: a rule that it breaks would be a wrong rule. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ClientStage, formatText, type Report, runClientConformance } from "@tandem-ide/conformance";
import { expect } from "vitest";
import { claudeCodeVersions } from "../../scripts/claude-code.mjs";
import { main } from "../cli-command.js";
import { eventually } from "../eventually.js";
import { needs } from "../parts.js";
import { Terminal } from "../terminal.js";
import { ClaudeCode, putOnPath, seedHome } from "./claude.js";
import { ScriptedModel } from "./model.js";
import { versions } from "./run-scenarios.js";
import { Sandbox } from "./sandbox.js";
import { edit } from "./scenario.js";

const { test } = needs("tmux");
/** In the other releases the mode has another name. */
const newest = versions.filter((version) => version === claudeCodeVersions[0]);

const text = "one\ntwo\nthree\n";
const change = { from: "two", to: "2" };

const failures = (report: Report) => report.results.filter(({ status }) => status === "fail");
const passed = (report: Report) => report.results.flatMap(({ name, status }) => (status === "pass" ? [name] : []));

/** Each of these drops the client, which then takes seconds to reconnect. */
const dropping = ["CON-06/hangs-up", "CON-09/redials", "MCP-01/older-version", "MCP-01/unknown-version"];

test.each(versions)("Claude Code %s passes every conformance check for clients", async (version) => {
  await using sandbox = Sandbox.create();
  await using model = await ScriptedModel.start();
  const { home, workspace: folder } = sandbox;
  seedHome(home, version, [folder]);
  const file = join(folder, "a.txt");
  writeFileSync(file, text);
  let stage: ClientStage | undefined;
  const running = runClientConformance({
    configDir: join(home, ".claude"),
    folders: [folder],
    acceptsEdits: true,
    quietMs: 60_000,
    onStage: (now) => {
      stage = now;
    },
  });
  await eventually(() => expect(stage).toBe("waiting"));
  await using claude = await ClaudeCode.start({ version, home, folder, modelUrl: model.url, args: ["--ide"] });
  await eventually(() => expect(stage).toBe("serving"), 60_000);
  model.script(...edit(file, change, "All done."));
  await claude.prompt("change it");
  await claude.shows(/All done\./);
  await claude.exit();
  const report = await running;
  expect(failures(report), formatText(report)).toEqual([]);
  expect(report.target.ideName).toBe(`claude-code ${version}`);
  // Checks that depend on an edit, a drop or a disconnect have run too.
  expect(passed(report)).toEqual(
    expect.arrayContaining([...dropping, "CON-03/leaves", "TOOL-01/arguments", "TOOL-07/uri", "TOOL-10/arguments"]),
  );
  expect(readFileSync(file, "utf8")).toBe("one\n2\nthree\n");
});

test.each(newest)("the command starts Claude Code %s in a terminal and checks it", async (version) => {
  await using sandbox = Sandbox.create();
  await using model = await ScriptedModel.start();
  const { home, workspace: folder } = sandbox;
  seedHome(home, version, [folder]);
  putOnPath(home, version);
  const file = join(folder, "a.txt");
  writeFileSync(file, text);
  const configDir = join(home, ".claude");
  const output = join(home, "report.json");
  const options = ["--config-dir", configDir, "--format", "json", "--output", output, "--skip", ...dropping];
  const client = ["claude", "--ide", "--permission-mode", "manual"];
  await using claude = await ClaudeCode.startAs(
    [process.execPath, main, "conformance", "--client", ...options, "--", ...client],
    { version, home, folder, modelUrl: model.url },
  );
  await claude.shows(/@tandem-conformance\.txt#L5-7 @tandem-conformance\.txt/);
  model.script(...edit(file, change, "All done."));
  await claude.prompt("change it");
  await claude.shows(/rejected|Interrupted|What should Claude do/i);
  await claude.exit();
  await claude.shows(/^\d+ passed, 0 failed, \d+ not applicable\. Report written to/m);
  const report: Report = JSON.parse(readFileSync(output, "utf8"));
  expect(failures(report), formatText(report)).toEqual([]);
  expect(passed(report)).toContain("TOOL-01/arguments");
  expect(readFileSync(file, "utf8"), "a rejected edit is not written").toBe(text);
  expect(readdirSync(join(configDir, "ide"))).toEqual([]);
});

test.each(newest)(
  "the command says how to start Claude Code %s in another terminal, and that works",
  async (version) => {
    await using terminal = await Terminal.open();
    await using model = await ScriptedModel.start();
    const { path: home, folder } = terminal.home;
    seedHome(home, version, [folder]);
    putOnPath(home, version);
    terminal.enter("tandem conformance --client --accept");
    await terminal.shows(/tandem claude --port \d+$/m);
    const [command = ""] = /tandem claude --port \d+/.exec(terminal.text) ?? [];
    await using claude = await ClaudeCode.startAs(command.split(" "), { version, home, folder, modelUrl: model.url });
    await eventually(() => expect(terminal.text).toMatch(/Now ask the client/), 60_000);
    const file = join(folder, "a.txt");
    model.script(...edit(file, change, "All done."));
    await claude.prompt("change it");
    await claude.shows(/All done\./);
    await claude.exit();
    await terminal.shows(/^\d+ passed, 0 failed, \d+ not applicable, \d+\.\d s$/m);
    expect(readFileSync(file, "utf8")).toBe("one\n2\nthree\n");
  },
);
