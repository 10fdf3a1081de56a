import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { AllowedCode } from "./allowed-code.js";

function stateHome() {
  const home = mkdtempSync(join(tmpdir(), "tandem-test-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return { env: { XDG_STATE_HOME: home }, file: join(home, "tandem", "code-allowed.json") };
}

test("saves and revokes permissions per folder in a private file that other processes see", () => {
  const { env, file } = stateHome();
  const here = new AllowedCode(env);
  const there = new AllowedCode(env);
  expect(here.has("/a")).toBe(false);
  here.set(["/a", "/b"], true);
  there.set(["/c"], true);
  expect(["/a", "/b", "/c", "/d"].map((folder) => here.has(folder))).toEqual([true, true, true, false]);
  there.set(["/a"], false);
  expect(here.has("/a")).toBe(false);
  expect(here.has("/b")).toBe(true);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
});

test("an invalid file allows nothing and is replaced by the next permission", () => {
  const { env, file } = stateHome();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '{"folders": "/a"}');
  const allowed = new AllowedCode(env);
  expect(allowed.has("/a")).toBe(false);
  allowed.set(["/b"], true);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ folders: ["/b"] });
});

test("reports a permission that can't be saved", () => {
  const { env, file } = stateHome();
  writeFileSync(dirname(file), "a file in the way");
  expect(() => new AllowedCode(env).set(["/a"], true)).toThrow("code-allowed.json can't be written");
});
