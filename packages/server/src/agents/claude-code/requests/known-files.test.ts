/** A list of files that is kept is worth nothing when it is ever another than a new one would be. */
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
import { Logger } from "@tandem/base";
import { FakeClock } from "@tandem/base/testing";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { Privacy } from "../../../hub/privacy/privacy.js";
import { canKeep, setUp, signal } from "../../../testing/kept-list.js";
import { temporaryDirectory, writeTo } from "../../../testing/temporary.js";
import { KnownFiles } from "./known-files.js";

describe.runIf(canKeep)("a kept list of files (WSM-06, WSM-07)", () => {
  test("is the same object while nothing changes, and does not name what is withheld", async () => {
    const { known, folder, watched, anew } = setUp();
    const list = await watched();
    expect(known.watched).toBe(4);
    expect(await known.list(folder, signal)).toBe(list);
    expect(list.paths()).toEqual(await anew());
    expect(JSON.parse(list.json().bytes.toString())).toEqual(list.paths());
    expect(list.count).toBe(list.paths().length);
  });

  test("what is in a folder that is withheld by a rule for folders alone is not named", async () => {
    const { folder, privacy, list, watched } = setUp();
    writeTo(folder, ".tandemignore", "src/\n");
    expect(await list()).toEqual([".tandemignore", "a.ts", "lib/e.ts"]);
    expect((await watched()).paths()).toEqual([".tandemignore", "a.ts", "lib/e.ts"]);
    privacy.setHostRules(["lib/"]);
    expect(await list()).toEqual([".tandemignore", "a.ts"]);
  });

  test("nor what is in a folder that is withheld by the rules of another one around it", async () => {
    const root = temporaryDirectory();
    const folder = join(root, "sub");
    writeTo(root, "sub/a.ts", "");
    writeTo(root, ".tandemignore", "sub\n");
    const privacy = new Privacy({ folders: () => [folder, root], hostRules: [], isPaused: false });
    const known = new KnownFiles({ clock: new FakeClock(), log: new Logger(() => {}, "info"), privacy });
    onTestFinished(() => known.close());
    expect((await known.list(folder, signal)).paths()).toEqual([]);
  });

  test("what a file holds does not matter", async () => {
    const { known, folder, watched } = setUp();
    const list = await watched();
    writeFileSync(join(folder, "a.ts"), "changed");
    expect(await known.list(folder, signal)).toBe(list);
  });

  type Stage = ReturnType<typeof setUp>;
  const changes: readonly (readonly [string, (stage: Stage) => void])[] = [
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

  test.each(changes)("tells of %s at once", async (_what, change) => {
    const stage = setUp();
    writeTo(stage.root, ".gitignore", "e.ts\n");
    const before = (await stage.watched()).paths();
    expect(stage.known.watched).toBeGreaterThan(0);
    change(stage);
    const after = await stage.list();
    expect(after).toEqual(await stage.anew());
    expect(after).not.toEqual(before);
  });

  test("a folder that was moved and replaced is followed in its new place, and its old place too", async () => {
    const { folder, watched, list, anew } = setUp();
    await watched();
    renameSync(join(folder, "src"), join(folder, "moved"));
    writeTo(folder, "src/deep/c.ts", "");
    await watched();
    writeTo(folder, "src/deep/after.ts", "");
    expect(await list()).toEqual(await anew());
    await watched();
    writeTo(folder, "moved/deep/after.ts", "");
    expect(await list()).toEqual(await anew());
  });

  test("rules that are written in place, also through another name of theirs", async () => {
    const { root, folder, watched, known, list, anew } = setUp();
    const path = writeTo(folder, "src/.gitignore", "x\n");
    linkSync(path, join(root, "other-name"));
    await watched();
    expect(known.watched).toBe(4);
    appendFileSync(path, "*.log\n");
    const once = await list();
    expect(once).toEqual(await anew());
    expect(once).not.toContain("src/deep/d.log");
    await watched();
    expect(known.watched).toBe(4);
    appendFileSync(join(root, "other-name"), "c.ts\n");
    const twice = await list();
    expect(twice).toEqual(await anew());
    expect(twice).not.toContain("src/deep/c.ts");
  });

  test("rules that are so young that they could change unseen are not kept", async () => {
    const { folder, known, watched } = setUp({ now: () => Date.now() });
    writeTo(folder, ".gitignore", "x\n");
    await watched();
    expect(known.watched).toBe(0);
  });

  test("a link whose target becomes one that is withheld", async () => {
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

  test("whatever happens, asked whenever: what is answered is what is there", async () => {
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
    const quietly = (work: () => void) => {
      try {
        work();
      } catch {
        // A step that makes no sense now.
      }
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const { folder, list, anew, watched, known } = setUp();
        for (const each of steps) {
          if (each.kind === "write") quietly(() => writeTo(folder, each.name, ""));
          else if (each.kind === "remove") quietly(() => rmSync(join(folder, each.name), { recursive: true }));
          else if (each.kind === "move")
            quietly(() => {
              mkdirSync(dirname(join(folder, each.to)), { recursive: true });
              renameSync(join(folder, each.name), join(folder, each.to));
            });
          else if (each.kind === "ignore") quietly(() => writeTo(folder, `${each.name}.gitignore`, `${each.to}\n`));
          else if (each.kind === "watch") await watched();
          else expect(await list()).toEqual(await anew());
        }
        expect(await list()).toEqual(await anew());
        known.close();
      }),
      { numRuns: 60 },
    );
  });
});
