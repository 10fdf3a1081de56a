/** Random trees and changes, on a real disk with real git. `TANDEM_LONG=true` runs many more. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BundledProgram, bundleProgram } from "../../../test/bundle-program.js";
import { TestEditor, TestFolder } from "./testing/fixture.js";
import { apply, bytes, change, snapshot } from "./testing/random-tree.js";

const isLong = process.env.TANDEM_LONG === "true";
const numRuns = isLong ? 300 : 4;
const timeout = isLong ? 60 * 60_000 : 120_000;

let program: BundledProgram;
beforeAll(async () => {
  program = await bundleProgram(new URL("testing/child.ts", import.meta.url));
});
afterAll(() => program.remove());

const decision = fc.record({
  kind: fc.constantFrom("undo" as const, "undoHunk" as const, "undoFile" as const, "restore" as const),
  which: fc.nat(),
  file: fc.nat(),
});
type Decision = typeof decision extends fc.Arbitrary<infer T> ? T : never;

function pick<T>(items: readonly T[], which: number): T | undefined {
  return items[which % Math.max(1, items.length)];
}

async function decide({ changes }: TestEditor, { kind, which, file }: Decision): Promise<void> {
  const turn = pick(changes.list.turns, which);
  const undone = pick(changes.list.undone, which);
  const path = pick(turn?.files ?? [], file)?.path;
  if (kind === "restore") {
    if (undone) await changes.restore(undone.id, true);
  } else if (turn && path !== undefined) {
    if (kind === "undo") await changes.undo({ turn: turn.id }, true);
    if (kind === "undoFile") await changes.undo({ turn: turn.id, path }, true);
    if (kind !== "undoHunk") return;
    const opened = await changes.open(turn.id, path);
    if ("whyNot" in opened || opened.hunks.length === 0) return;
    const { version, hunks } = opened;
    await changes.undo({ turn: turn.id, path, hunks: { version, indexes: [which % hunks.length] } }, true);
  }
}

async function undoAll({ changes }: TestEditor): Promise<void> {
  for (let left = 50; left > 0 && changes.list.turns.length > 0; left--) {
    const [turn] = changes.list.turns;
    const outcome = await changes.undo({ turn: turn?.id ?? "" }, true);
    expect(outcome).toMatchObject({ kind: "done" });
  }
  expect(changes.list.turns).toEqual([]);
}

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("agent" as const),
      changes: fc.array(change, { minLength: 1, maxLength: 5 }),
    }),
  },
  fc.record({ kind: fc.constant("prompt" as const) }),
  decision,
);

test("undoing everything gives the tree of the start, byte for byte", { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 8 }), fc.array(step, { maxLength: 6 }), async (start, steps) => {
      const folder = new TestFolder();
      for (const each of start) apply(folder.path, each);
      const before = snapshot(folder.path);
      const editor = await new TestEditor(folder).connect();
      for (const each of steps) {
        if (each.kind === "prompt") await editor.prompt();
        else if (each.kind !== "agent") await decide(editor, each);
        else {
          for (const one of each.changes) apply(folder.path, one);
          await editor.scan();
        }
      }
      await undoAll(editor);
      expect(snapshot(folder.path)).toEqual(before);
      await editor.changes.close();
    }),
    { numRuns },
  );
});

test("keeping everything changes nothing on disk, and files that the user saved stay as they are", {
  timeout,
}, async () => {
  const saved = fc.record({
    kind: fc.constant("user" as const),
    name: fc.constantFrom("own/1.txt", "own/2.txt"),
    bytes,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 8 }),
      fc.array(fc.oneof(step, saved), { maxLength: 6 }),
      async (start, steps) => {
        const folder = new TestFolder();
        for (const each of start) apply(folder.path, each);
        const editor = await new TestEditor(folder).connect();
        const own: Record<string, Buffer> = {};
        for (const each of steps) {
          if (each.kind === "user") {
            await editor.save(folder, each.name, each.bytes);
            own[each.name] = Buffer.from(each.bytes);
          } else if (each.kind === "agent") {
            for (const one of each.changes) apply(folder.path, one);
            await editor.scan();
          } else if (each.kind === "prompt") await editor.prompt();
          else await decide(editor, each);
        }
        for (const [name, text] of Object.entries(own)) expect(folder.bytes(name)).toEqual(text);
        const before = snapshot(folder.path);
        for (const { id } of editor.changes.list.turns) await editor.changes.keep({ turn: id });
        expect((await editor.scan()).turns).toEqual([]);
        expect(snapshot(folder.path)).toEqual(before);
        await editor.changes.close();
      },
    ),
    { numRuns },
  );
});

async function startChild(folder: TestFolder): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program.path, folder.path, folder.home], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return child;
}

test("a process that is killed while it undoes and restores loses neither side", { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 8 }),
      fc.array(change, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 400 }),
      async (start, changed, killAfterMs) => {
        const folder = new TestFolder();
        for (const each of start) apply(folder.path, each);
        const before = snapshot(folder.path);
        const child = await startChild(folder);
        for (const each of changed) apply(folder.path, each);
        const after = snapshot(folder.path);
        child.stdin?.write("go\n");
        await new Promise((resolve) => setTimeout(resolve, killAfterMs));
        child.kill("SIGKILL");
        await once(child, "exit");

        const editor = await new TestEditor(folder).connect();
        await undoAll(editor);
        expect(withoutTemporary(snapshot(folder.path))).toEqual(before);
        for (const { id } of editor.changes.list.undone) await editor.changes.restore(id, true);
        expect(withoutTemporary(snapshot(folder.path))).toEqual(after);
        await editor.changes.close();
      },
    ),
    { numRuns: isLong ? 200 : 2 },
  );
});

/** The next endpoint removes these: remove-leftovers.ts. */
function withoutTemporary(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !/\.tandem-[0-9a-f]{16}\.tmp$/.test(path)));
}
