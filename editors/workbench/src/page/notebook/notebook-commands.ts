/** Commands for notebooks and kernels. The editor of a cell binds the same keys. */
import type { AppParts } from "../app-parts.js";
import { type Command, commandsOf } from "../commands/command.js";
import type { NotebookEditor } from "./notebook-editor.js";

export function notebookCommands({ panes, layout, store, connection, toasts }: AppParts): Command[] {
  const active = (): NotebookEditor | undefined => {
    const pane = panes.get(layout.active?.id ?? null);
    return pane?.kind === "file" ? pane.notebook.peek() : undefined;
  };
  const isShown = () => active()?.isShown.peek() ?? false;
  const inNotebook = (run: (notebook: NotebookEditor) => unknown) => () => {
    const notebook = active();
    if (notebook) run(notebook);
  };
  const hasKernel = {
    isEnabled: () => isShown() || store.model.peek()?.kernels?.some(({ path }) => path === undefined) === true,
  };
  /** Outside a notebook the command applies to the workspace kernel. */
  const onKernel = (method: "kernel.interrupt" | "kernel.restart", run: (notebook: NotebookEditor) => unknown) => () =>
    isShown() ? inNotebook(run)() : void toasts.attempt(() => connection.request(method, {}));
  const base = commandsOf("Notebook", isShown);
  const command = (id: string, title: string, run: (notebook: NotebookEditor) => unknown, ...keys: string[]) =>
    base(`notebook.${id}`, title, keys, inNotebook(run));
  const switchView = inNotebook((it) => it.setText(!it.isText.peek()));
  const interrupt = onKernel("kernel.interrupt", (it) => it.interrupt());
  const restart = onKernel("kernel.restart", (it) => it.restart(false));
  return [
    command("run-next", "Run cell and select next", (it) => it.runSelected("next"), "Shift-Enter"),
    command("run", "Run cell", (it) => it.runSelected("stay"), "Ctrl-Enter"),
    command("run-insert", "Run cell and insert below", (it) => it.runSelected("insert"), "Alt-Enter"),
    command("run-all", "Run all cells", (it) => it.runAll()),
    command("restart-run-all", "Restart kernel and run all cells…", (it) => it.restart(true)),
    command("clear", "Clear all outputs", (it) => it.model.clearOutputs()),
    command("insert-above", "Insert code cell above", (it) => it.insert("above", "code")),
    command("insert-below", "Insert code cell below", (it) => it.insert("below", "code")),
    command("insert-text-above", "Insert text cell above", (it) => it.insert("above", "markdown")),
    command("insert-text-below", "Insert text cell below", (it) => it.insert("below", "markdown")),
    command("delete", "Delete cell", (it) => it.remove()),
    command("move-up", "Move cell up", (it) => it.move(-1)),
    command("move-down", "Move cell down", (it) => it.move(1)),
    command("to-code", "Change cell to code", (it) => it.setType("code")),
    command("to-text", "Change cell to text", (it) => it.setType("markdown")),
    command("to-raw", "Change cell to raw", (it) => it.setType("raw")),
    base("notebook.text", "Switch between notebook and text", [], switchView, {
      isEnabled: () => active() !== undefined,
    }),
    base("kernel.interrupt", "Interrupt kernel", [], interrupt, hasKernel),
    base("kernel.restart", "Restart kernel…", [], restart, hasKernel),
  ];
}
