import { collab, getSyncedVersion, receiveUpdates, sendableUpdates, type Update } from "@codemirror/collab";
import { ChangeSet, EditorState } from "@codemirror/state";
import fc from "fast-check";
import { expect, test } from "vitest";
import { SharedText, toText } from "./shared-text.js";

/** A window that edits, with changes in transit in both directions. */
class Client {
  readonly id: string;
  state: EditorState;
  readonly incoming: Update[][] = [];

  constructor(id: string, text: string) {
    this.id = id;
    const { lineSeparator } = EditorState;
    this.state = EditorState.create({ doc: text, extensions: [lineSeparator.of("\n"), collab({ clientID: id })] });
  }

  edit(from: number, to: number, insert: string): void {
    const { length } = this.state.doc;
    const [start, end] = [from % (length + 1), to % (length + 1)].sort((a, b) => a - b);
    this.state = this.state.update({ changes: { from: start ?? 0, to: end ?? 0, insert } }).state;
  }

  send(authority: SharedText): void {
    const updates = sendableUpdates(this.state).map(({ changes }) => ({ changes: changes.toJSON() }));
    authority.push(getSyncedVersion(this.state), this.id, updates);
  }

  receive(): void {
    for (const updates of this.incoming.splice(0)) this.state = receiveUpdates(this.state, updates).state;
  }
}

test("two windows that type at once end up with the same text, in any order of arrival", () => {
  const edit = fc.record({
    who: fc.nat(1),
    from: fc.nat(40),
    to: fc.nat(40),
    insert: fc.constantFrom("", "a", "b\n", "😀", "\r", "longer text"),
    next: fc.constantFrom("nothing", "send", "receive", "both", "disk"),
  });
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), fc.array(edit, { maxLength: 25 }), (start, edits) => {
      const clients = [new Client("one", start), new Client("two", start)];
      const authority = new SharedText(toText(start), (_version, updates) => {
        for (const client of clients) client.incoming.push([...updates]);
      });
      for (const { who, from, to, insert, next } of edits) {
        const client = clients[who];
        client?.edit(from, to, insert);
        if (next === "receive" || next === "both") client?.receive();
        if (next === "send" || next === "both") client?.send(authority);
        if (next === "disk") authority.replace(`${authority.text}!`);
      }
      for (const client of clients) {
        client.receive();
        client.send(authority);
      }
      for (const client of clients) client.receive();
      const text = authority.text.toString();
      expect(clients.map(({ state }) => state.doc.toString())).toEqual([text, text]);
    }),
  );
});

test("ignores changes to an older text, and their window sends them again, rebased", () => {
  const text = new SharedText(toText("a"), () => {});
  const change = { changes: ChangeSet.of({ from: 1, insert: "b" }, 1).toJSON() };
  text.push(0, "one", [change]);
  text.push(0, "one", [change]);
  expect([text.text.toString(), text.version]).toEqual(["ab", 1]);
});

test("rejects a change that doesn't fit, with everything sent along with it", () => {
  const text = new SharedText(toText("abc"), () => {});
  const good = ChangeSet.of({ from: 0, insert: "x" }, 3).toJSON();
  for (const bad of [ChangeSet.of({ from: 0, insert: "x" }, 99).toJSON(), "nonsense", [[1, 2, 3]], { a: 1 }, [-5]])
    expect(() => text.push(0, "one", [{ changes: good }, { changes: bad }])).toThrow();
  expect(text.text.toString()).toBe("abc");
});

test("replacing the text changes only the part that differs", () => {
  const changes: unknown[] = [];
  const text = new SharedText(toText("one\ntwo\nthree\n"), (_version, updates) =>
    changes.push(...updates.map((u) => u.changes)),
  );
  text.replace("one\n2\nthree\n");
  expect(text.text.toString()).toBe("one\n2\nthree\n");
  expect(changes).toEqual([ChangeSet.of({ from: 4, to: 7, insert: "2" }, 14)]);
  text.replace("one\n2\nthree\n");
  expect(text.version).toBe(1);
});
