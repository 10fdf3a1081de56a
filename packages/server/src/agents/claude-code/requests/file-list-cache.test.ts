/** A cached file list must always equal a new one. */
import {
  appendFileSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Logger } from "@tandem-ide/base";
import { FakeClock } from "@tandem-ide/base/testing";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { Privacy } from "../../../hub/privacy/privacy.js";
import { canWatch, setUp, signal } from "../../../testing/list-fixture.js";
import { temporaryDirectory, writeTo } from "../../../testing/temporary.js";
import { FileListCache } from "./file-list-cache.js";

describe.runIf(canWatch)("the file list cache (WSM-06, WSM-07)", () => {
  test("returns the same object while nothing changes, without hidden files", async () => {
    const { known, folder, watched, listFresh } = setUp();
    const list = await watched();
    expect(known.watched).toBe(4);
    expect(await known.list(folder, signal)).toBe(list);
    expect(list.paths()).toEqual(await listFresh());
    expect(JSON.parse(list.json().bytes.toString())).toEqual(list.paths());
    expect(list.count).toBe(list.paths().length);
  });

  test("leaves out files in a folder hidden by a rule for folders", async () => {
    const { folder, privacy, list, watched } = setUp();
    writeTo(folder, ".tandemignore", "src/\n");
    expect(await list()).toEqual([".tandemignore", "a.ts", "lib/e.ts"]);
    expect((await watched()).paths()).toEqual([".tandemignore", "a.ts", "lib/e.ts"]);
    privacy.setHostRules(["lib/"]);
    expect(await list()).toEqual([".tandemignore", "a.ts"]);
  });

  test("leaves out files in a folder hidden by the rules of an outer folder", async () => {
    const root = temporaryDirectory();
    const folder = join(root, "sub");
    writeTo(root, "sub/a.ts", "");
    writeTo(root, ".tandemignore", "sub\n");
    const privacy = new Privacy({ folders: () => [folder, root], hostRules: [], isPaused: false });
    const known = new FileListCache({ clock: new FakeClock(), log: new Logger(() => {}, "info"), privacy });
    onTestFinished(() => known.close());
    expect((await known.list(folder, signal)).paths()).toEqual([]);
  });

  test("ignores file contents", async () => {
    const { known, folder, watched } = setUp();
    const list = await watched();
    writeFileSync(join(folder, "a.ts"), "changed");
    expect(await known.list(folder, signal)).toBe(list);
  });

  type Fixture = ReturnType<typeof setUp>;
  const changes: readonly (readonly [string, (fixture: Fixture) => void])[] = [
    ["a new file", ({ folder }) => writeTo(folder, "src/deep/new.ts", "")],
    ["a file that is deleted", ({ folder }) => unlinkSync(join(folder, "src/deep/c.ts"))],
    ["a file that is renamed", ({ folder }) => renameSync(join(folder, "a.ts"), join(folder, "z.ts"))],
    ["a new folder with a file", ({ folder }) => writeTo(folder, "new/deep/f.ts", "")],
    ["a folder that is deleted", ({ folder }) => rmSync(join(folder, "src"), { recursive: true })],
    ["a file from elsewhere", ({ root, folder }) => renameSync(writeTo(root, "x.ts", ""), join(folder, "lib/x.ts"))],
    [
      "a file that becomes a folder",
      ({ folder }) => {
        unlinkSync(join(folder, "a.ts"));
        writeTo(folder, "a.ts/inside.ts", "");
      },
    ],
    [
      "times that are put back",
      ({ folder }) => {
        writeTo(folder, "lib/sly.ts", "");
        utimesSync(join(folder, "lib"), 1, 1);
      },
    ],
    ["rules that come", ({ folder }) => writeTo(folder, ".gitignore", "*.log\n")],
    ["rules that come in the middle", ({ folder }) => writeTo(folder, "src/.gitignore", "deep\n")],
    ["rules above the folder", ({ root }) => writeTo(root, ".gitignore", "src\n")],
    ["a repository that ends", ({ root }) => renameSync(join(root, ".git"), join(root, "git"))],
    ["a folder's privacy rules", ({ folder }) => writeTo(folder, ".tandemignore", "src\n")],
    ["the host's privacy rules", ({ privacy }) => privacy.setHostRules(["*.log"])],
    [
      "the whole folder replaced",
      ({ root, folder }) => {
        renameSync(folder, join(root, "before"));
        writeTo(folder, "other.ts", "");
      },
    ],
  ];

  test.each(changes)("detects %s at once", async (_what, change) => {
    const fixture = setUp();
    writeTo(fixture.root, ".gitignore", "e.ts\n");
    const before = (await fixture.watched()).paths();
    expect(fixture.known.watched).toBeGreaterThan(0);
    change(fixture);
    const after = await fixture.list();
    expect(after).toEqual(await fixture.listFresh());
    expect(after).not.toEqual(before);
  });

  test("follows a moved folder and its replacement", async () => {
    const { folder, watched, list, listFresh } = setUp();
    await watched();
    renameSync(join(folder, "src"), join(folder, "moved"));
    writeTo(folder, "src/deep/c.ts", "");
    await watched();
    writeTo(folder, "src/deep/after.ts", "");
    expect(await list()).toEqual(await listFresh());
    await watched();
    writeTo(folder, "moved/deep/after.ts", "");
    expect(await list()).toEqual(await listFresh());
  });

  test("rules that are written in place, even through a hard link", async () => {
    const { root, folder, watched, known, list, listFresh } = setUp();
    const path = writeTo(folder, "src/.gitignore", "x\n");
    linkSync(path, join(root, "other-name"));
    await watched();
    expect(known.watched).toBe(4);
    appendFileSync(path, "*.log\n");
    const once = await list();
    expect(once).toEqual(await listFresh());
    expect(once).not.toContain("src/deep/d.log");
    await watched();
    expect(known.watched).toBe(4);
    appendFileSync(join(root, "other-name"), "c.ts\n");
    const twice = await list();
    expect(twice).toEqual(await listFresh());
    expect(twice).not.toContain("src/deep/c.ts");
  });

  test("rules are not cached while they are so new that a change could go unnoticed", async () => {
    const { folder, known, watched } = setUp({ now: () => Date.now() });
    writeTo(folder, ".gitignore", "x\n");
    await watched();
    expect(known.watched).toBe(0);
  });

  test("a link whose target becomes one that is hidden", async () => {
    const { root, folder, watched, known, list } = setUp();
    writeTo(root, "plain/file.txt", "");
    writeTo(root, ".ssh/file.txt", "");
    symlinkSync(join(root, "plain"), join(root, "turn"));
    symlinkSync(join(root, "turn/file.txt"), join(folder, "harmless.txt"));
    expect((await watched()).paths()).toContain("harmless.txt");
    expect(known.watched).toBeGreaterThan(0);
    unlinkSync(join(root, "turn"));
    symlinkSync(join(root, ".ssh"), join(root, "turn"));
    expect(await list()).not.toContain("harmless.txt");
  });

  test("after any changes, at any time, the response equals the files on disk", async () => {
    const names = ["a", "b", "d/a", "d/b", "d/e/a", "d/e/b", "f/a"];
    const step = fc.oneof(
      fc.record({ kind: fc.constant("write" as const), name: fc.constantFrom(...names) }),
      fc.record({ kind: fc.constant("remove" as const), name: fc.constantFrom(...names, "d", "d/e", "f") }),
      fc.record({
        kind: fc.constant("move" as const),
        name: fc.constantFrom("a", "d", "d/e", "f"),
        to: fc.constantFrom("g", "d", "f/h", "a"),
      }),
      fc.record({
        kind: fc.constant("ignore" as const),
        name: fc.constantFrom("", "d/"),
        to: fc.constantFrom("b", "e", "*"),
      }),
      fc.constant({ kind: "watch" as const }),
      fc.constant({ kind: "ask" as const }),
    );
    const ignoringErrors = (work: () => void) => {
      try {
        work();
      } catch {
        // The step doesn't apply now.
      }
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const { folder, list, listFresh, watched, known } = setUp();
        for (const each of steps) {
          if (each.kind === "write") ignoringErrors(() => writeTo(folder, each.name, ""));
          else if (each.kind === "remove") ignoringErrors(() => rmSync(join(folder, each.name), { recursive: true }));
          else if (each.kind === "move")
            ignoringErrors(() => {
              mkdirSync(dirname(join(folder, each.to)), { recursive: true });
              renameSync(join(folder, each.name), join(folder, each.to));
            });
          else if (each.kind === "ignore")
            ignoringErrors(() => writeTo(folder, `${each.name}.gitignore`, `${each.to}\n`));
          else if (each.kind === "watch") await watched();
          else expect(await list()).toEqual(await listFresh());
        }
        expect(await list()).toEqual(await listFresh());
        known.close();
      }),
      { numRuns: 60 },
    );
  });
});
