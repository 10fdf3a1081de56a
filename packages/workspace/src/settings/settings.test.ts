import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readSettings, SettingsError, settingsFile } from "./settings.js";

function configHome(text?: string): { XDG_CONFIG_HOME: string } {
  const root = mkdtempSync(join(tmpdir(), "tandem-test-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const env = { XDG_CONFIG_HOME: root };
  mkdirSync(join(root, "tandem"));
  if (text !== undefined) writeFileSync(settingsFile(env), text);
  return env;
}

test("without a file there are no settings", async () => {
  expect(await readSettings(configHome())).toEqual({});
});

test("reads the settings", async () => {
  const settings = {
    language: { servers: { pylsp: { disabled: true } }, allowWorkspacePrograms: ["/home/me/project"] },
    jupyter: { kernelName: "python3" },
    changes: { enabled: true, maxMegabytes: 100, maxFiles: 1000, maxAgeDays: 7, includeIgnored: ["*.local"] },
  };
  expect(await readSettings(configHome(JSON.stringify(settings)))).toEqual(settings);
});

test.each([
  ["{", /Can.t use the settings in .*settings\.json: it isn.t valid JSON/],
  ['{"langauge": {}}', /Can.t use the settings in .*: .*langauge/],
  ['{"changes": {"maxAgeDays": 0}}', /Can.t use the settings in .*: .*maxAgeDays/],
  ['{"language": {"allowWorkspacePrograms": "/x"}}', /Can.t use the settings in .*: .*allowWorkspacePrograms/],
])("rejects %s with a message", async (text, words) => {
  const error: unknown = await readSettings(configHome(text)).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SettingsError);
  expect(String(error)).toMatch(words);
});

test("throws when the file can't be read", async () => {
  const env = configHome();
  mkdirSync(settingsFile(env));
  await expect(readSettings(env)).rejects.toThrow(/EISDIR|directory/);
});

test("never quotes a token from a file that isn't valid JSON", async () => {
  for (const text of ['{"jupyter": {"server": {"token": s3cret}}}', "s3cret", '{"token": "s3cret" "x"}']) {
    const said = await readSettings(configHome(text)).then(
      () => "",
      (error: Error) => error.message,
    );
    expect(said).toContain("it isn't valid JSON");
    expect(said).not.toContain("s3cret");
  }
});
