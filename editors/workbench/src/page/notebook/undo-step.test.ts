import { history, isolateHistory, redo, undo } from "@codemirror/commands";
import { ChangeSet, EditorState, type StateCommand, type Text, Transaction } from "@codemirror/state";
import { changeBetween, exactDoc, exactText } from "@tandem-ide/codemirror";
import { Notebook } from "@tandem-ide/workspace/notebook";
import { expect, test } from "vitest";
import { runStep } from "./undo-step.js";

/** The text of a notebook with its undo history, changed by the user and by others. */
class Fixture {
  state: EditorState;

  constructor(notebook: Notebook) {
    this.state = EditorState.create({ doc: exactDoc(notebook.toText()), extensions: [history(), exactText()] });
  }

  get notebook(): Notebook {
    return Notebook.parse(this.state.doc.toString());
  }

  change(change: (notebook: Notebook) => Notebook, isOwn: boolean): void {
    const doc: Text = exactDoc(change(this.notebook).toText());
    const changes = changeBetween(this.state.doc, doc);
    if (!changes) throw new Error("nothing has changed");
    this.state = this.state.update({
      changes: ChangeSet.of(changes, this.state.doc.length),
      annotations: isOwn
        ? isolateHistory.of("full")
        : [Transaction.addToHistory.of(false), Transaction.remote.of(true)],
    }).state;
  }

  /** Writes outputs as the host does. */
  run(index: number, text: string, count: number): void {
    this.change((notebook) => notebook.setOutputs(index, notebook.cells[index]?.outputs ?? [], count), false);
    this.change((notebook) => notebook.setOutputs(index, printed(text), count), false);
  }

  /** Returns false if undo stopped. */
  step(command: StateCommand): boolean {
    const dispatch = (step: Transaction) => {
      this.state = step.state;
    };
    return runStep({ state: this.state, dispatch }, command);
  }

  get sources(): readonly string[] {
    return this.notebook.cells.map((cell) => cell.source);
  }
}

const one = Notebook.create().insertCell(0, "code", "one");
const printed = (text: string) => [{ output_type: "stream", name: "stdout", text } as const];

test("stops undo at an inserted cell that has run since, and redo restores its text", () => {
  const fixture = new Fixture(one);
  fixture.change((notebook) => notebook.insertCell(1, "code", ""), true);
  fixture.change((notebook) => notebook.setSource(1, "two"), true);
  fixture.run(1, "out\n", 3);
  expect(fixture.step(undo)).toBe(true);
  expect(fixture.sources).toEqual(["one", ""]);
  expect(fixture.step(undo)).toBe(false);
  expect(fixture.sources).toEqual(["one", ""]);
  expect(fixture.notebook.cells[1]?.outputs).toEqual(printed("out\n"));
  expect(fixture.step(redo)).toBe(true);
  expect(fixture.sources).toEqual(["one", "two"]);
});

test("doesn't mix cleared outputs into a newer run's", () => {
  const fixture = new Fixture(one.setOutputs(0, printed("old\n"), 1));
  fixture.change((notebook) => notebook.clearOutputs(), true);
  fixture.run(0, "new\n", 2);
  expect(fixture.step(undo)).toBe(false);
  expect(fixture.notebook.cells[0]?.outputs).toEqual(printed("new\n"));
});

test("keeps text that was typed into an inserted cell in another window", () => {
  const fixture = new Fixture(one);
  fixture.change((notebook) => notebook.insertCell(1, "code", "two"), true);
  fixture.change((notebook) => notebook.setSource(1, "two, and theirs"), false);
  expect(fixture.step(undo)).toBe(false);
  expect(fixture.sources).toEqual(["one", "two, and theirs"]);
});

test("keeps a moved cell that has run exactly once", () => {
  const fixture = new Fixture(one.insertCell(1, "code", "two"));
  fixture.change((notebook) => notebook.moveCell(0, 1), true);
  fixture.run(1, "new\n", 2);
  fixture.step(undo);
  expect([...fixture.sources].sort()).toEqual(["one", "two"]);
  fixture.step(redo);
  expect([...fixture.sources].sort()).toEqual(["one", "two"]);
});

test("undoes changes to other cells after a run", () => {
  const fixture = new Fixture(one.insertCell(1, "code", "two"));
  fixture.change((notebook) => notebook.setSource(0, "uno"), true);
  fixture.change((notebook) => notebook.deleteCell(0), true);
  fixture.run(0, "new\n", 2);
  expect(fixture.step(undo)).toBe(true);
  expect(fixture.step(undo)).toBe(true);
  expect(fixture.sources).toEqual(["one", "two"]);
  expect(fixture.notebook.cells[1]?.outputs).toEqual(printed("new\n"));
});
