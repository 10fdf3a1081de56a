import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChangeList, Changes, ChangeTarget } from "@tandem-ide/changes";
import { afterEach, beforeEach, expect, test } from "vitest";
import { EditorPaths } from "./editor-paths.js";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-paths-")));
  mkdirSync(join(root, "real"));
  symlinkSync(join(root, "real"), join(root, "link"));
});
afterEach(() => rmSync(root, { recursive: true }));

function recorder(file: string, folder: string) {
  const asked: string[] = [];
  const list: ChangeList = {
    turns: [
      {
        id: "1",
        kind: "turn",
        folder,
        startedAt: 0,
        agents: [],
        files: [{ path: file, kind: "changed", added: 1, removed: 0, hasUserEdits: false, isOpaque: false }],
      },
    ],
    undone: [],
    problems: [],
  };
  const done = async ({ path }: ChangeTarget) => {
    asked.push(path ?? "the turn");
    return { kind: "done", message: "" } as const;
  };
  const changes: Changes = {
    list,
    onChanged: () => () => {},
    open: async (_turn, path) => {
      asked.push(path);
      return { whyNot: "" };
    },
    openFile: async (path) => {
      asked.push(path);
      return undefined;
    },
    keep: done,
    undo: done,
    restore: async () => await done({ turn: "" }),
    refresh: async () => {},
    startOver: async () => await done({ turn: "" }),
  };
  return { changes, asked };
}

test("a folder that was opened through a link has the paths that VS Code shows", async () => {
  const [real, link] = [join(root, "real"), join(root, "link")];
  const { changes, asked } = recorder(join(real, "a"), real);
  const shown = new EditorPaths(() => [link]).convert(changes);
  expect(shown.list.turns[0]).toMatchObject({ folder: link, files: [{ path: join(link, "a") }] });
  expect(shown.list).toBe(shown.list);
  await shown.open("1", join(link, "a"));
  await shown.openFile(join(link, "a"));
  await shown.keep({ turn: "1", path: join(link, "a") });
  await shown.undo({ turn: "1" });
  expect(asked).toEqual([join(real, "a"), join(real, "a"), join(real, "a"), "the turn"]);
});

test("other paths stay as they are", () => {
  const real = join(root, "real");
  const { changes } = recorder(join(real, "a"), real);
  const paths = new EditorPaths(() => [real]);
  expect(paths.convert(changes).list).toBe(changes.list);
  expect([paths.toReal("/elsewhere/a"), paths.toEditor("/elsewhere/a")]).toEqual(["/elsewhere/a", "/elsewhere/a"]);
});
