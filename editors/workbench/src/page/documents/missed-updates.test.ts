import { ChangeSet, Text } from "@codemirror/state";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type LocalState, missedUpdates } from "./missed-updates.js";

const text = (value: string) => Text.of(value.split("\n"));
const insert = (at: number, value: string, length: number) =>
  ChangeSet.of({ from: at, insert: Text.of(value.split("\n")) }, length);

function disconnected(confirmed: string, own: readonly ChangeSet[], sent = own.length): LocalState {
  return { confirmed: text(confirmed), version: 7, own, sent, clientId: "me" };
}

/** The window's text after the updates: the host's text with the remaining local changes. */
function shown(window: LocalState, updates: NonNullable<ReturnType<typeof missedUpdates>>): string {
  const taken = updates.filter(({ clientID }) => clientID === "me").length;
  let doc = window.confirmed;
  let foreign: ChangeSet | undefined;
  for (const { clientID, changes } of updates) {
    doc = changes.apply(doc);
    if (clientID !== "me") foreign = foreign ? foreign.compose(changes) : changes;
  }
  for (const changes of window.own.slice(taken)) {
    const moved = foreign ? changes.map(foreign) : changes;
    foreign = foreign?.map(changes, true);
    doc = moved.apply(doc);
  }
  return doc.toString();
}

test("returns no updates if the host's text is unchanged", () => {
  expect(missedUpdates(disconnected("ab", [insert(0, "x", 2)]), { text: text("ab"), version: 7 })).toEqual([]);
});

test("recognises a push that arrived without a confirmation", () => {
  const window = disconnected("ab", [insert(2, "x", 2), insert(3, "y", 3)], 1);
  const updates = missedUpdates(window, { text: text("abx"), version: 8 }) ?? [];
  expect(updates.map(({ clientID }) => clientID)).toEqual(["me"]);
  expect(shown(window, updates)).toBe("abxy");
});

test("keeps a push that did not arrive next to changes by others", () => {
  const window = disconnected("ab", [insert(0, "x", 2)]);
  const updates = missedUpdates(window, { text: text("ab and more"), version: 9 }) ?? [];
  expect(updates).toHaveLength(2);
  expect(shown(window, updates)).toBe("xab and more");
});

test("finds a push that arrived and later changes by others", () => {
  const window = disconnected("ab", [insert(0, "x", 2), insert(1, "y", 3)], 1);
  const updates = missedUpdates(window, { text: text("xab and more"), version: 10 }) ?? [];
  expect(updates.map(({ clientID }) => clientID)).toEqual(["me", "host", "host"]);
  expect(shown(window, updates)).toBe("xyab and more");
});

test("returns undefined if the host's versions started over", () => {
  expect(missedUpdates(disconnected("ab", []), { text: text("ab"), version: 3 })).toBeUndefined();
});

test("always leads to the host's text and version", () => {
  const word = fc.string({ minLength: 1, maxLength: 6 }).map((value) => value.replaceAll(/[\r\n]/g, "-"));
  fc.assert(
    fc.property(
      word,
      fc.array(word, { maxLength: 4 }),
      fc.nat(4),
      fc.nat(3),
      word,
      (start, typed, taken, more, other) => {
        let length = start.length;
        const own = typed.map((value) => {
          const change = insert(length, value, length);
          length += value.length;
          return change;
        });
        const arrived = Math.min(taken, own.length);
        const there = `${more > 0 ? other : ""}${start}${typed.slice(0, arrived).join("")}`;
        const version = 7 + arrived + more;
        const window = disconnected(start, own);
        const updates = missedUpdates(window, { text: text(there), version });
        let doc = window.confirmed;
        for (const { changes } of updates ?? []) doc = changes.apply(doc);
        expect(doc.toString()).toBe(there);
        expect(updates).toHaveLength(version - 7);
      },
    ),
  );
});
