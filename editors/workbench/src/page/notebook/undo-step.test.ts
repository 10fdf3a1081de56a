import { history, isolateHistory, redo, undo } from "@codemirror/commands";
import { ChangeSet, EditorState, type StateCommand, type Text, Transaction } from "@codemirror/state";
import { changeBetween, exactDoc, exactText } from "@tandem/codemirror";
import { Notebook } from "@tandem/workspace/notebook";
import { expect, test } from "vitest";
import { runStep } from "./undo-step.js";

/** A notebook's text with its history, changed by its user and by others. */
class Scene {
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

  /** As the host writes what a run gives. */
  run(index: number, text: string, count: number): void {
    this.change((notebook) => notebook.setOutputs(index, notebook.cells[index]?.outputs ?? [], count), false);
    this.change((notebook) => notebook.setOutputs(index, printed(text), count), false);
  }

  /** False when it was not done. */
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

test("undo ends at a cell that was inserted and has run since, and redo brings back what was typed in it", () => {
  const scene = new Scene(one);
  scene.change((notebook) => notebook.insertCell(1, "code", ""), true);
  scene.change((notebook) => notebook.setSource(1, "two"), true);
  scene.run(1, "out\n", 3);
  expect(scene.step(undo)).toBe(true);
  expect(scene.sources).toEqual(["one", ""]);
  expect(scene.step(undo)).toBe(false);
  expect(scene.sources).toEqual(["one", ""]);
  expect(scene.notebook.cells[1]?.outputs).toEqual(printed("out\n"));
  expect(scene.step(redo)).toBe(true);
  expect(scene.sources).toEqual(["one", "two"]);
});

test("outputs that were cleared do not come back into those of a newer run", () => {
  const scene = new Scene(one.setOutputs(0, printed("old\n"), 1));
  scene.change((notebook) => notebook.clearOutputs(), true);
  scene.run(0, "new\n", 2);
  expect(scene.step(undo)).toBe(false);
  expect(scene.notebook.cells[0]?.outputs).toEqual(printed("new\n"));
});

test("what somebody else typed into a cell is not torn out of it by undoing that the cell was inserted", () => {
  const scene = new Scene(one);
  scene.change((notebook) => notebook.insertCell(1, "code", "two"), true);
  scene.change((notebook) => notebook.setSource(1, "two, and theirs"), false);
  expect(scene.step(undo)).toBe(false);
  expect(scene.sources).toEqual(["one", "two, and theirs"]);
});

test("a cell that ran after it was moved is there once, whatever is undone", () => {
  const scene = new Scene(one.insertCell(1, "code", "two"));
  scene.change((notebook) => notebook.moveCell(0, 1), true);
  scene.run(1, "new\n", 2);
  scene.step(undo);
  expect([...scene.sources].sort()).toEqual(["one", "two"]);
  scene.step(redo);
  expect([...scene.sources].sort()).toEqual(["one", "two"]);
});

test("what was done to other cells is undone beside a run", () => {
  const scene = new Scene(one.insertCell(1, "code", "two"));
  scene.change((notebook) => notebook.setSource(0, "uno"), true);
  scene.change((notebook) => notebook.deleteCell(0), true);
  scene.run(0, "new\n", 2);
  expect(scene.step(undo)).toBe(true);
  expect(scene.step(undo)).toBe(true);
  expect(scene.sources).toEqual(["one", "two"]);
  expect(scene.notebook.cells[1]?.outputs).toEqual(printed("new\n"));
});
