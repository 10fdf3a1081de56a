/** Commands for notebooks and kernels. In the text of a cell its editor has the same keys. */
import type { AppParts } from "../app-parts.js";
import type { Command } from "../commands/command.js";
import type { NotebookFace } from "./notebook-face.js";

/** For the table. */
export function notebookCommands({ panes, layout, store, connection, toasts }: AppParts): Command[] {
  const group = "Notebook";
  const face = (): NotebookFace | undefined => {
    const pane = panes.get(layout.active?.id ?? null);
    return pane?.kind === "file" ? pane.face.peek() : undefined;
  };
  const isEnabled = () => face()?.isShown.peek() ?? false;
  const inFace = (run: (face: NotebookFace) => unknown) => () => {
    const found = face();
    if (found) run(found);
  };
  const workspaceKernel = () => store.model.peek()?.kernels?.some(({ path }) => path === undefined) ?? false;
  const onKernel = (method: "kernel.interrupt" | "kernel.restart") =>
    void connection.request(method, {}).catch((error: unknown) => toasts.showError(error));
  const command = (id: string, title: string, run: (face: NotebookFace) => unknown, ...keys: string[]): Command => ({
    id: `notebook.${id}`,
    title,
    group,
    keys,
    isEnabled,
    run: inFace(run),
  });
  return [
    command("run-next", "Run cell and go to the next", (it) => it.runSelected("next"), "Shift-Enter"),
    command("run", "Run cell", (it) => it.runSelected("stay"), "Ctrl-Enter"),
    command("run-insert", "Run cell and insert one below", (it) => it.runSelected("insert"), "Alt-Enter"),
    command("run-all", "Run all cells", (it) => it.runAll()),
    command("restart-run-all", "Restart the kernel and run all cells…", (it) => it.restart(true)),
    command("clear", "Clear all outputs", (it) => it.model.clearOutputs()),
    command("insert-above", "Insert code cell above", (it) => it.insert("above", "code")),
    command("insert-below", "Insert code cell below", (it) => it.insert("below", "code")),
    command("insert-text-above", "Insert text cell above", (it) => it.insert("above", "markdown")),
    command("insert-text-below", "Insert text cell below", (it) => it.insert("below", "markdown")),
    command("delete", "Delete cell", (it) => it.remove()),
    command("move-up", "Move cell up", (it) => it.move(-1)),
    command("move-down", "Move cell down", (it) => it.move(1)),
    command("to-code", "Make it a code cell", (it) => it.setType("code")),
    command("to-text", "Make it a text cell", (it) => it.setType("markdown")),
    command("to-raw", "Make it a raw cell", (it) => it.setType("raw")),
    {
      id: "notebook.text",
      title: "Open as text, or as notebook",
      group,
      isEnabled: () => face() !== undefined,
      run: inFace((it) => it.setText(!it.isText.peek())),
    },
    {
      id: "kernel.interrupt",
      title: "Interrupt the kernel",
      group,
      isEnabled: () => isEnabled() || workspaceKernel(),
      run: () => (isEnabled() ? inFace((it) => it.interrupt())() : onKernel("kernel.interrupt")),
    },
    {
      id: "kernel.restart",
      title: "Restart the kernel…",
      group,
      isEnabled: () => isEnabled() || workspaceKernel(),
      run: () => (isEnabled() ? inFace((it) => it.restart(false))() : onKernel("kernel.restart")),
    },
  ];
}
