import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { heapBytes } from "../../testing/heap.js";
import { runEndpoint } from "../../testing/running-endpoint.js";
import { temporaryDirectory, writeTo } from "../../testing/temporary.js";
import { TestClient } from "../../testing/test-client.js";
import { Privacy } from "./privacy.js";
import { snapshotOf } from "./privacy-snapshot.js";

function privacyOf(folder: string, rules: string[] = []) {
  const privacy = new Privacy({ folders: () => [folder], hostRules: rules, isPaused: false });
  return Object.assign(privacy, { isWithheld: (path: string) => privacy.judge(path) !== undefined });
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
    expect(privacyOf(folder).verdict(join(folder, name))?.message).toBe("Withheld by privacy rules");
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

  test("a rule for folders withholds the folder itself, which could be mentioned by its name", () => {
    const folder = temporaryDirectory();
    writeTo(folder, ".tandemignore", "plans/\n");
    writeTo(folder, "plans/merger.md", "");
    const privacy = privacyOf(folder);
    expect(privacy.isWithheld(join(folder, "plans"))).toBe(true);
    writeTo(folder, "sub/plans", "a file of that name");
    expect(privacy.isWithheld(join(folder, "sub/plans"))).toBe(false);
  });

  test("a .tandemignore that cannot be read withholds everything instead of nothing", () => {
    const folder = temporaryDirectory();
    mkdirSync(join(folder, ".tandemignore"));
    expect(privacyOf(folder).isWithheld(join(folder, "a.txt"))).toBe(true);
  });

  test("a .tandemignore that is a link to nowhere, as to a drive that is away, was no rules at all", () => {
    const folder = temporaryDirectory();
    symlinkSync("rules.txt", join(folder, ".tandemignore"));
    const privacy = privacyOf(folder);
    expect(privacy.isWithheld(join(folder, "a.txt"))).toBe(true);
    writeTo(folder, "rules.txt", "b.txt\n");
    expect(["a.txt", "b.txt"].map((name) => privacy.isWithheld(join(folder, name)))).toEqual([false, true]);
  });

  test("rules that are kept in another file, behind a link, could be written there by a client", async () => {
    const { ide, folder } = await runEndpoint();
    writeTo(folder, "config/rules.txt", "plans.md\n");
    symlinkSync("config/rules.txt", join(folder, ".tandemignore"));
    const client = await TestClient.open(ide);
    for (const path of [".tandemignore", "config/rules.txt", "./config//rules.txt", join(folder, "config/rules.txt")]) {
      const { error } = await client.request("writeFile", { path, content: "" });
      expect(error).toMatchObject({ code: -32602, message: `Only the user changes privacy rules: ${path}` });
    }
    expect(readFileSync(join(folder, "config/rules.txt"), "utf8")).toBe("plans.md\n");
    expect(await client.request("writeFile", { path: "config/other.txt", content: "" })).toHaveProperty("result");
  });

  test("the host's rules count, can be changed, and a folder's file cannot take them back", () => {
    const folder = temporaryDirectory();
    writeTo(folder, ".tandemignore", "!notes/\n!*.secret\n");
    const privacy = privacyOf(folder, ["*.secret", "notes/"]);
    expect(privacy.isWithheld(join(folder, "x.secret"))).toBe(true);
    expect(privacy.isWithheld(join(folder, "notes/a.md"))).toBe(true);
    privacy.setHostRules(["!.env.example"]);
    expect(privacy.isWithheld(join(folder, "x.secret"))).toBe(false);
    expect(privacy.isWithheld(join(folder, ".env.example"))).toBe(false);
    expect(privacy.isWithheld(join(folder, ".env"))).toBe(true);
  });

  test("why is told with the rule and where it stands", () => {
    const folder = temporaryDirectory();
    writeTo(folder, ".tandemignore", "# mine\nsalaries/\n");
    const privacy = privacyOf(folder, ["*.draft"]);
    expect(privacy.judge(join(folder, ".env"))).toMatchObject({ source: "built-in", rule: ".env*" });
    expect(privacy.judge(join(folder, "a.draft"))).toMatchObject({ source: "settings", rule: "*.draft" });
    expect(privacy.judge(join(folder, "salaries/x.csv"))).toMatchObject({
      source: join(folder, ".tandemignore"),
      rule: "salaries/",
    });
  });

  test("the editor may withhold by facts that no path tells", () => {
    const privacy = new Privacy({
      folders: () => ["/w"],
      hostRules: [],
      isPaused: false,
      isWithheldByEditor: (path) => path.endsWith("tagged.md"),
    });
    expect(privacy.judge("/w/tagged.md")).toMatchObject({ source: "editor" });
    expect(privacy.judge("/w/other.md")).toBeUndefined();
  });

  test(".git as a file, as worktrees have it, and a secret directory itself are withheld", () => {
    const folder = temporaryDirectory();
    writeTo(folder, ".git", "gitdir: elsewhere");
    expect(privacyOf(folder).isWithheld(join(folder, ".git"))).toBe(true);
    expect(privacyOf(folder).isWithheld(join(folder, ".ssh"))).toBe(true);
  });

  test("a workspace inside a secret directory is withheld as a whole", () => {
    const folder = join(temporaryDirectory(), ".aws");
    writeTo(folder, "credentials", "key");
    expect(privacyOf(folder).isWithheld(join(folder, "credentials"))).toBe(true);
  });

  test.each([
    ["a device that never ends", (path: string) => symlinkSync("/dev/zero", path)],
    ["a pipe that never begins", (path: string) => execFileSync("mkfifo", [path])],
  ])("a repository whose .tandemignore is %s cannot hang or kill the editor", (_what, make) => {
    const folder = temporaryDirectory();
    make(join(folder, ".tandemignore"));
    expect(privacyOf(folder).isWithheld(join(folder, "a.txt"))).toBe(true);
  });

  test("a harmless name that links to a withheld file is withheld", () => {
    const folder = temporaryDirectory();
    writeTo(folder, ".env", "KEY=1");
    symlinkSync(join(folder, ".env"), join(folder, "notes.txt"));
    expect(privacyOf(folder).isWithheld(join(folder, "notes.txt"))).toBe(true);
  });

  test("the entries of a directory are judged as each alone would be, by name, rule and link", () => {
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
        const withheld = privacy.judge(join(directory, name));
        return withheld ? [[name, withheld] as const] : [];
      });
      expect(privacy.judgeEntries(directory, entries), directory).toEqual(new Map(alone));
    }
    const names = ["notes.txt", "harmless", "broken", "b.csv", "c.mine"].map((name) => ({
      name,
      isLink: true,
      isFolder: false,
    }));
    expect([...privacy.judgeEntries(join(folder, "plain"), names).keys()]).toEqual(["notes.txt", "b.csv", "c.mine"]);
  });

  test("among the entries of a directory a rule that is only for folders withholds a folder, not a file", () => {
    const folder = temporaryDirectory();
    writeTo(folder, ".tandemignore", "plans/\n");
    const entries = ["plans", "plan"].map((name) => ({ name, isLink: false, isFolder: true }));
    const privacy = privacyOf(folder);
    expect([...privacy.judgeEntries(folder, entries).keys()]).toEqual(["plans"]);
    expect(privacy.judgeEntries(folder, [{ name: "plans", isLink: false, isFolder: false }]).size).toBe(0);
  });

  test("while paused everything is kept back, and the reason says so", () => {
    const folder = temporaryDirectory();
    const privacy = privacyOf(folder);
    privacy.isPaused = true;
    expect(privacy.verdict(join(folder, "a.txt"))).toEqual({ message: "Sharing is paused", source: "pause" });
    expect(privacy.isWithheld(join(folder, "a.txt"))).toBe(false);
  });

  test("a snapshot judges as the rules of its moment do", () => {
    const folder = temporaryDirectory();
    writeFileSync(join(folder, ".tandemignore"), "*.log\n");
    const { isWithheld } = snapshotOf(privacyOf(folder));
    const judge = (name: string) => isWithheld(join(folder, name), false, false);
    expect(["a.log", "a.txt", ".env"].map(judge)).toEqual([true, false, true]);
  });
});

test("a setting with several rules in one text withheld nothing", () => {
  const folder = temporaryDirectory();
  const privacy = privacyOf(folder, ["a.txt\nb.txt\r\nc.txt"]);
  for (const name of ["a.txt", "b.txt", "c.txt"]) expect(privacy.judge(join(folder, name))).toBeDefined();
});

describe("paths that a client may make up", () => {
  const folder = "/w";
  const privacy = () => new Privacy({ folders: () => [folder], hostRules: [], isPaused: false });

  test("are forgotten: an endpoint that runs for days does not keep every path that was ever asked about", async () => {
    const rules = privacy();
    rules.judge(`${folder}/a`);
    const before = await heapBytes();
    for (let i = 0; i < 20_000; i++) rules.judge(`${folder}/${"deep/".repeat(20)}${i}${"x".repeat(500)}`);
    expect((await heapBytes()) - before).toBeLessThan(8_000_000);
    expect(rules.judge(`${folder}/.env`)).toBeDefined();
    expect(rules.judge(`${folder}/a.txt`)).toBeUndefined();
  });

  test("and that are longer than a system takes are withheld: judging one of many parts took seconds, or all of the stack", () => {
    expect(privacy().judge(`${folder}/${"x".repeat(5000)}`)).toBeDefined();
    expect(privacy().judge(`${folder}/${"x/".repeat(20_000)}`)).toBeDefined();
  });
});
