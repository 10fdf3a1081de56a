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

test("the settings are read as they are written", async () => {
  const settings = {
    language: { servers: { pylsp: { disabled: true } }, allowWorkspacePrograms: ["/home/me/project"] },
    jupyter: { kernelName: "python3" },
  };
  expect(await readSettings(configHome(JSON.stringify(settings)))).toEqual(settings);
});

test.each([
  ["{", /settings\.json cannot be used: that is no JSON/],
  ['{"langauge": {}}', /cannot be used: .*langauge/],
  ['{"language": {"allowWorkspacePrograms": "/x"}}', /cannot be used: .*allowWorkspacePrograms/],
])("%s is refused with words", async (text, words) => {
  const error: unknown = await readSettings(configHome(text)).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SettingsError);
  expect(String(error)).toMatch(words);
});

test("a file that cannot be read is refused, not passed over", async () => {
  const env = configHome();
  mkdirSync(settingsFile(env));
  await expect(readSettings(env)).rejects.toThrow(/EISDIR|directory/);
});

test("a token in a file that is no JSON is not in what is said about it", async () => {
  for (const text of ['{"jupyter": {"server": {"token": s3cret}}}', "s3cret", '{"token": "s3cret" "x"}']) {
    const said = await readSettings(configHome(text)).then(
      () => "",
      (error: Error) => error.message,
    );
    expect(said).toContain("that is no JSON");
    expect(said).not.toContain("s3cret");
  }
});
