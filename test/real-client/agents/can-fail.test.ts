/** Proves that the tests with Gemini CLI can fail: it doesn't connect to an editor whose discovery file has a fault. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isInstalled } from "../../../scripts/agent-programs.mjs";
import { AgentFixture, runProgram } from "./agent-fixture.js";
import { gemini } from "./agent-program.js";

const faults: readonly [title: string, change: (file: Record<string, unknown>) => void, screen: RegExp][] = [
  ["without ideInfo", (file) => delete file.ideInfo, /not supported/i],
  ["with a wrong token", (file) => Object.assign(file, { authToken: "wrong" }), /Failed to connect|Disconnected/i],
];

test.skipIf(!isInstalled("gemini") && process.env.CI !== "true").each(faults)(
  "Gemini CLI doesn't connect to an editor %s",
  async (_title, change, screen) => {
    await using fixture = await AgentFixture.create(gemini);
    const { terminal, endpoint, tmp } = fixture;
    const directory = join(tmp, "gemini/ide");
    const path = join(directory, readdirSync(directory)[0] ?? "");
    const file = JSON.parse(readFileSync(path, "utf8"));
    change(file);
    writeFileSync(path, JSON.stringify(file));
    runProgram(terminal, gemini, fixture, fixture.model.url);
    await terminal.shows(gemini.prompt);
    await terminal.prompt("/ide status");
    await terminal.shows(screen);
    expect(endpoint.status.clients).toEqual([]);
  },
);
