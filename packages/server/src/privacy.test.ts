import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Privacy } from "./privacy.js";
import { temporaryDirectory, writeTo } from "./testing/temporary.js";

function privacyOf(folder: string, rules: string[] = []) {
  return new Privacy(() => [folder], rules, false);
}

describe("privacy rules (PRV-01)", () => {
  test.each([
    ".env",
    ".env.production",
    "deep/down/.env.local",
    ".ENV",
    ".git/config",
    "sub/.git/HEAD",
    "certs/server.pem",
    "id_rsa",
    "id_ed25519.pub",
    ".ssh/known_hosts",
    ".npmrc",
    ".claude/ide/12345.lock",
    "vault.kdbx",
  ])("%s is withheld without any setting", (name) => {
    const folder = temporaryDirectory();
    expect(privacyOf(folder).verdict(join(folder, name))).toBe("Withheld by privacy rules");
  });

  test.each(["environment.ts", "git.md", "src/index.ts", "keys.ts", ".gitignore", "monkey.txt"])(
    "%s is shared",
    (name) => {
      const folder = temporaryDirectory();
      expect(privacyOf(folder).verdict(join(folder, name))).toBeUndefined();
    },
  );

  test("files outside the folders are judged by the same built-in list", () => {
    const privacy = privacyOf(temporaryDirectory());
    expect(privacy.isWithheld("/home/someone/.ssh/id_rsa")).toBe(true);
    expect(privacy.isWithheld("/home/someone/notes.txt")).toBe(false);
  });

  test("a .tandemignore adds rules and takes built-in ones back, and a change of it counts at once", () => {
    const folder = temporaryDirectory();
    const privacy = privacyOf(folder);
    const secret = join(folder, "salaries/2026.csv");
    expect(privacy.isWithheld(secret)).toBe(false);
    writeTo(folder, ".tandemignore", "salaries/\n!.env.example\n");
    expect(privacy.isWithheld(secret)).toBe(true);
    expect(privacy.isWithheld(join(folder, ".env.example"))).toBe(false);
    expect(privacy.isWithheld(join(folder, ".env"))).toBe(true);
    rmSync(join(folder, ".tandemignore"));
    expect(privacy.isWithheld(secret)).toBe(false);
  });

  test("a .tandemignore that cannot be read withholds everything instead of nothing", () => {
    const folder = temporaryDirectory();
    mkdirSync(join(folder, ".tandemignore"));
    expect(privacyOf(folder).isWithheld(join(folder, "a.txt"))).toBe(true);
  });

  test("the host's rules count", () => {
    const folder = temporaryDirectory();
    expect(privacyOf(folder, ["*.secret"]).isWithheld(join(folder, "x.secret"))).toBe(true);
  });

  test("a harmless name that links to a withheld file is withheld", () => {
    const folder = temporaryDirectory();
    writeTo(folder, ".env", "KEY=1");
    symlinkSync(join(folder, ".env"), join(folder, "notes.txt"));
    expect(privacyOf(folder).isWithheld(join(folder, "notes.txt"))).toBe(true);
  });

  test("while paused everything is kept back, and the reason says so", () => {
    const folder = temporaryDirectory();
    const privacy = privacyOf(folder);
    privacy.isPaused = true;
    expect(privacy.verdict(join(folder, "a.txt"))).toBe("Sharing is paused");
    expect(privacy.isWithheld(join(folder, "a.txt"))).toBe(false);
  });

  test("a snapshot judges as the rules of its moment do", () => {
    const folder = temporaryDirectory();
    writeFileSync(join(folder, ".tandemignore"), "*.log\n");
    const matches = privacyOf(folder).snapshot();
    expect([matches(join(folder, "a.log")), matches(join(folder, "a.txt")), matches(join(folder, ".env"))]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
