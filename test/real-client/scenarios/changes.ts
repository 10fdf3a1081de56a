/** Claude Code edits files without asking, and the user reviews the changes afterwards. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ChangeList } from "@tandem-ide/changes";
import { expect } from "vitest";
import { main } from "../../cli-command.js";
import { eventually } from "../../eventually.js";
import type { ClaudeOptions } from "../claude.js";
import type { Fixture } from "../fixture.js";
import { say, use } from "../model.js";
import { edit, joined, review, type Scenario } from "../scenario.js";

/** Runs `tandem changes`, which shares its store with the editor. */
async function tandemChanges({ home, sandbox }: Fixture, ...args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH ?? "", HOME: home };
  const { stdout } = await promisify(execFile)(process.execPath, [main, "changes", ...args], {
    cwd: sandbox.workspace,
    env,
  });
  return stdout;
}

/** Returns the turns with changes in the scenario's folder, newest first, as `kind name +added -removed`. */
async function turns(fixture: Fixture): Promise<string[][]> {
  const list: ChangeList = JSON.parse(await tandemChanges(fixture, "--json"));
  const own = list.turns.map(({ files }) => files.filter(({ path }) => path.startsWith(join(fixture.folder, "/"))));
  const names = own.map((files) =>
    files.map(
      ({ path, kind, added, removed }) => `${kind} ${path.slice(fixture.folder.length + 1)} +${added} -${removed}`,
    ),
  );
  return names.filter((files) => files.length > 0);
}

/** The model reads a file and changes two of its lines. */
function editTwice(path: string, [first, second]: readonly [string, string], to: readonly [string, string]) {
  return [
    [use("Read", { file_path: path })],
    [use("Edit", { file_path: path, old_string: first, new_string: to[0] })],
    [use("Edit", { file_path: path, old_string: second, new_string: to[1] })],
  ];
}

async function reviewAfterwards(fixture: Fixture, options: Partial<ClaudeOptions>): Promise<void> {
  const cart = fixture.file("cart.txt", "one\r\n2\r\n3\r\nfour\r\n");
  const total = fixture.file("total.txt", "sum\n");
  const created = join(fixture.folder, "notes.txt");
  const editor = await fixture.editor();
  const claude = await fixture.claude(options);
  await fixture.connected(editor);
  fixture.model.script(
    ...editTwice(cart, ["one", "four"], ["1", "4"]),
    [use("Read", { file_path: total })],
    [use("Edit", { file_path: total, old_string: "sum", new_string: "total" })],
    [use("Write", { file_path: created, content: "new\n" })],
    [say("The first turn is done.")],
  );
  await claude.prompt("change them");
  await claude.shows(/The first turn is done\./);
  const expected = ["changed cart.txt +2 -2", "created notes.txt +1 -0", "changed total.txt +1 -1"];
  await eventually(async () => expect(await turns(fixture)).toEqual([expected]));

  await tandemChanges(fixture, "undo", cart, "--hunk", "2");
  await tandemChanges(fixture, "keep", cart);
  await tandemChanges(fixture, "keep", total);
  expect(fixture.read(cart)).toBe("1\r\n2\r\n3\r\nfour\r\n");
  expect(fixture.read(total)).toBe("total\n");
  expect(fixture.read(created)).toBe("new\n");
  expect(await turns(fixture)).toEqual([["created notes.txt +1 -0"]]);

  fixture.model.script(
    [use("Read", { file_path: total })],
    [use("Edit", { file_path: total, old_string: "total", new_string: "result" })],
    [say("The second turn is done.")],
  );
  await claude.prompt("and again");
  await claude.shows(/The second turn is done\./);
  await eventually(async () =>
    expect(await turns(fixture)).toEqual([["changed total.txt +1 -1"], ["created notes.txt +1 -0"]]),
  );
}

export const changeScenarios: readonly Scenario[] = [
  {
    title: "edits in acceptEdits mode are listed by turn; one change is undone and the rest kept",
    isCore: ["Workbench", "Neovim"],
    run: (fixture) => reviewAfterwards(fixture, { mode: "acceptEdits" }),
  },
  {
    title: "edits in the mode that Claude Code starts in are listed by turn; one change is undone and the rest kept",
    // Earlier releases start in a mode that asks.
    release: "2.1.325",
    run: (fixture) => reviewAfterwards(fixture, { mode: "default" }),
  },
  {
    title: "a proposal that the user accepted isn't listed as a change",
    async run(fixture) {
      const path = fixture.file("a.txt", "one\n");
      const other = fixture.file("b.txt", "b\n");
      const { editor, claude } = await joined(fixture);
      fixture.model.script(...edit(path, { from: "one", to: "two" }, "All done."));
      await claude.prompt("change it");
      await editor.driver.accept?.(await review(editor));
      await claude.shows(/All done\./);
      writeFileSync(other, "B\n");
      await eventually(async () => expect(await turns(fixture)).toEqual([["changed b.txt +1 -1"]]));
      expect(fixture.read(path)).toBe("two\n");
    },
  },
];
