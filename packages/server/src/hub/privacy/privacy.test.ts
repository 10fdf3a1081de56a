import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { heapBytes } from "../../testing/heap.js";
import { runEndpoint } from "../../testing/running-endpoint.js";
import { temporaryDirectory, writeTo } from "../../testing/temporary.js";
import { TestClient } from "../../testing/test-client.js";
import { Privacy } from "./privacy.js";
import { snapshotRules } from "./snapshot.js";

function privacyOf(folder: string, rules: string[] = []) {
  const privacy = new Privacy({ folders: () => [folder], hostRules: rules, isPaused: false });
  return Object.assign(privacy, { isHidden: (path: string) => privacy.checkRules(path) !== undefined });
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
  ])("%s is hidden by default", (name) => {
    const folder = temporaryDirectory();
    expect(privacyOf(folder).check(join(folder, name))?.message).toBe("Hidden by privacy rules");
  });

  test.each(["environment.ts", "git.md", "src/index.ts", "keys.ts", ".gitignore", "monkey.txt"])(
    "%s is shared",
    (name) => {
      const folder = temporaryDirectory();
      expect(privacyOf(folder).check(join(folder, name))).toBeUndefined();
    },
  );

  test("the built-in rules also apply outside the folders", () => {
    const privacy = privacyOf(temporaryDirectory());
    expect(privacy.isHidden("/home/someone/.ssh/id_rsa")).toBe(true);
    expect(privacy.isHidden("/home/someone/notes.txt")).toBe(false);
  });

  test("a .tandemignore adds rules and overrides built-in ones, and changes apply at once", () => {
    const folder = temporaryDirectory();
    const privacy = privacyOf(folder);
    const secret = join(folder, "salaries/2026.csv");
    expect(privacy.isHidden(secret)).toBe(false);
    writeTo(folder, ".tandemignore", "salaries/\n!.env.example\n");
    expect(privacy.isHidden(secret)).toBe(true);
    expect(privacy.isHidden(join(folder, ".env.example"))).toBe(false);
    expect(privacy.isHidden(join(folder, ".env"))).toBe(true);
    rmSync(join(folder, ".tandemignore"));
    expect(privacy.isHidden(secret)).toBe(false);
  });

  test("a rule for folders also hides the folder itself from mentions", () => {
    const folder = temporaryDirectory();
    writeTo(folder, ".tandemignore", "plans/\n");
    writeTo(folder, "plans/merger.md", "");
    const privacy = privacyOf(folder);
    expect(privacy.isHidden(join(folder, "plans"))).toBe(true);
    writeTo(folder, "sub/plans", "a file of that name");
    expect(privacy.isHidden(join(folder, "sub/plans"))).toBe(false);
  });

  test("an unreadable .tandemignore hides everything", () => {
    const folder = temporaryDirectory();
    mkdirSync(join(folder, ".tandemignore"));
    expect(privacyOf(folder).isHidden(join(folder, "a.txt"))).toBe(true);
  });

  test("a .tandemignore that is a broken link hides everything", () => {
    const folder = temporaryDirectory();
    symlinkSync("rules.txt", join(folder, ".tandemignore"));
    const privacy = privacyOf(folder);
    expect(privacy.isHidden(join(folder, "a.txt"))).toBe(true);
    writeTo(folder, "rules.txt", "b.txt\n");
    expect(["a.txt", "b.txt"].map((name) => privacy.isHidden(join(folder, name)))).toEqual([false, true]);
  });

  test("a client can't write rules in another file through a link", async () => {
    const { endpoint, folder } = await runEndpoint();
    writeTo(folder, "config/rules.txt", "plans.md\n");
    symlinkSync("config/rules.txt", join(folder, ".tandemignore"));
    const client = await TestClient.open(endpoint);
    for (const path of [".tandemignore", "config/rules.txt", "./config//rules.txt", join(folder, "config/rules.txt")]) {
      const { error } = await client.request("writeFile", { path, content: "" });
      expect(error).toMatchObject({ code: -32602, message: `Only the user can change privacy rules: ${path}` });
    }
    expect(readFileSync(join(folder, "config/rules.txt"), "utf8")).toBe("plans.md\n");
    expect(await client.request("writeFile", { path: "config/other.txt", content: "" })).toHaveProperty("result");
  });

  test("the editor's rules apply, can be changed, and can't be overridden by a folder's file", () => {
    const folder = temporaryDirectory();
    writeTo(folder, ".tandemignore", "!notes/\n!*.secret\n");
    const privacy = privacyOf(folder, ["*.secret", "notes/"]);
    expect(privacy.isHidden(join(folder, "x.secret"))).toBe(true);
    expect(privacy.isHidden(join(folder, "notes/a.md"))).toBe(true);
    privacy.setHostRules(["!.env.example"]);
    expect(privacy.isHidden(join(folder, "x.secret"))).toBe(false);
    expect(privacy.isHidden(join(folder, ".env.example"))).toBe(false);
    expect(privacy.isHidden(join(folder, ".env"))).toBe(true);
  });

  test("the reason includes the rule and its source", () => {
    const folder = temporaryDirectory();
    writeTo(folder, ".tandemignore", "# mine\nsalaries/\n");
    const privacy = privacyOf(folder, ["*.draft"]);
    expect(privacy.checkRules(join(folder, ".env"))).toMatchObject({ source: "built-in", rule: ".env*" });
    expect(privacy.checkRules(join(folder, "a.draft"))).toMatchObject({ source: "settings", rule: "*.draft" });
    expect(privacy.checkRules(join(folder, "salaries/x.csv"))).toMatchObject({
      source: join(folder, ".tandemignore"),
      rule: "salaries/",
    });
  });

  test("the editor can hide files for other reasons", () => {
    const privacy = new Privacy({
      folders: () => ["/w"],
      hostRules: [],
      isPaused: false,
      isHiddenByEditor: (path) => path.endsWith("tagged.md"),
    });
    expect(privacy.checkRules("/w/tagged.md")).toMatchObject({ source: "editor" });
    expect(privacy.checkRules("/w/other.md")).toBeUndefined();
  });

  test("a .git file (as in worktrees) and a secret directory itself are hidden", () => {
    const folder = temporaryDirectory();
    writeTo(folder, ".git", "gitdir: elsewhere");
    expect(privacyOf(folder).isHidden(join(folder, ".git"))).toBe(true);
    expect(privacyOf(folder).isHidden(join(folder, ".ssh"))).toBe(true);
  });

  test("a workspace inside a secret directory is hidden as a whole", () => {
    const folder = join(temporaryDirectory(), ".aws");
    writeTo(folder, "credentials", "key");
    expect(privacyOf(folder).isHidden(join(folder, "credentials"))).toBe(true);
  });

  test.each([
    ["a device that never ends", (path: string) => symlinkSync("/dev/zero", path)],
    ["a pipe that never begins", (path: string) => execFileSync("mkfifo", [path])],
  ])("a .tandemignore that is %s doesn't block or crash the editor", (_what, make) => {
    const folder = temporaryDirectory();
    make(join(folder, ".tandemignore"));
    expect(privacyOf(folder).isHidden(join(folder, "a.txt"))).toBe(true);
  });

  test("a harmless name that links to a hidden file is hidden", () => {
    const folder = temporaryDirectory();
    writeTo(folder, ".env", "KEY=1");
    symlinkSync(join(folder, ".env"), join(folder, "notes.txt"));
    expect(privacyOf(folder).isHidden(join(folder, "notes.txt"))).toBe(true);
  });

  test("checkEntries gives the same results as checkRules for each entry", () => {
    const folder = temporaryDirectory();
    writeTo(folder, "plain/.tandemignore", "*.csv\n");
    writeTo(folder, "plain/deep/a.ts", "");
    for (const name of [".env", "a.ts", "b.csv", "c.mine", "x.key"]) writeTo(folder, `plain/${name}`, "");
    symlinkSync(".env", join(folder, "plain/notes.txt"));
    symlinkSync("a.ts", join(folder, "plain/harmless"));
    symlinkSync("nowhere", join(folder, "plain/broken"));
    writeTo(folder, "plain/.ssh/known", "");
    symlinkSync(".ssh", join(folder, "plain/shell"));
    const privacy = privacyOf(join(folder, "plain"), ["*.mine"]);
    for (const directory of ["plain", "plain/deep", "plain/.ssh", "plain/shell"].map((name) => join(folder, name))) {
      const entries = readdirSync(directory, { withFileTypes: true }).map((entry) => ({
        name: entry.name,
        isLink: entry.isSymbolicLink(),
        isFolder: false,
      }));
      const alone = entries.flatMap(({ name }) => {
        const hidden = privacy.checkRules(join(directory, name));
        return hidden ? [[name, hidden] as const] : [];
      });
      expect(privacy.checkEntries(directory, entries), directory).toEqual(new Map(alone));
    }
    const names = ["notes.txt", "harmless", "broken", "b.csv", "c.mine"].map((name) => ({
      name,
      isLink: true,
      isFolder: false,
    }));
    expect([...privacy.checkEntries(join(folder, "plain"), names).keys()]).toEqual(["notes.txt", "b.csv", "c.mine"]);
  });

  test("checkEntries applies rules for folders only to folders", () => {
    const folder = temporaryDirectory();
    writeTo(folder, ".tandemignore", "plans/\n");
    const entries = ["plans", "plan"].map((name) => ({ name, isLink: false, isFolder: true }));
    const privacy = privacyOf(folder);
    expect([...privacy.checkEntries(folder, entries).keys()]).toEqual(["plans"]);
    expect(privacy.checkEntries(folder, [{ name: "plans", isLink: false, isFolder: false }]).size).toBe(0);
  });

  test("everything is hidden while paused, and the reason says so", () => {
    const folder = temporaryDirectory();
    const privacy = privacyOf(folder);
    privacy.isPaused = true;
    expect(privacy.check(join(folder, "a.txt"))).toEqual({ message: "Sharing is paused", source: "pause" });
    expect(privacy.isHidden(join(folder, "a.txt"))).toBe(false);
  });

  test("a snapshot gives the same results as the current rules", () => {
    const folder = temporaryDirectory();
    writeFileSync(join(folder, ".tandemignore"), "*.log\n");
    const { isHidden } = snapshotRules(privacyOf(folder));
    const isNameHidden = (name: string) => isHidden(join(folder, name), false, false);
    expect(["a.log", "a.txt", ".env"].map(isNameHidden)).toEqual([true, false, true]);
  });
});

test("applies every rule in a multi-line setting", () => {
  const folder = temporaryDirectory();
  const privacy = privacyOf(folder, ["a.txt\nb.txt\r\nc.txt"]);
  for (const name of ["a.txt", "b.txt", "c.txt"]) expect(privacy.checkRules(join(folder, name))).toBeDefined();
});

describe("paths that a client invents", () => {
  const folder = "/w";
  const privacy = () => new Privacy({ folders: () => [folder], hostRules: [], isPaused: false });

  test("aren't cached forever", async () => {
    const rules = privacy();
    rules.checkRules(`${folder}/a`);
    const before = await heapBytes();
    for (let i = 0; i < 10_000; i++) rules.checkRules(`${folder}/${"deep/".repeat(20)}${i}${"x".repeat(500)}`);
    expect((await heapBytes()) - before).toBeLessThan(4_000_000);
    expect(rules.checkRules(`${folder}/.env`)).toBeDefined();
    expect(rules.checkRules(`${folder}/a.txt`)).toBeUndefined();
  });

  test("are hidden if they are too long to check without a delay or a stack overflow", () => {
    expect(privacy().checkRules(`${folder}/${"x".repeat(5000)}`)).toBeDefined();
    expect(privacy().checkRules(`${folder}/${"x/".repeat(20_000)}`)).toBeDefined();
  });
});
