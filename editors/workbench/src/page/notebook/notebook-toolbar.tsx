/** The toolbar above a notebook. */
import { Button } from "../ui/button.js";
import { titleWithKey } from "../ui/key-hint.js";
import type { NotebookEditor } from "./notebook-editor.js";

const statusLabels = {
  "not started": "Kernel not started",
  starting: "Kernel starting…",
  idle: "Kernel idle",
  busy: "Kernel busy",
  restarting: "Kernel restarting…",
  closed: "Kernel stopped",
} as const;

export function NotebookToolbar({ notebook }: { readonly notebook: NotebookEditor }) {
  if (notebook.isText.value)
    return (
      <div class="notebook-toolbar" role="toolbar" aria-label="Notebook">
        <span class="muted">Shown as text</span>
        <Button kind="quiet" testId="show-notebook" onClick={() => notebook.setText(false)}>
          Open as notebook
        </Button>
      </div>
    );
  const { kernel, hasKernels } = notebook;
  const status = kernel?.status ?? "not started";
  const isRunning = (kernel?.cells.length ?? 0) > 0 || status === "busy";
  const tools = [
    {
      testId: "run-cell",
      label: "Run",
      title: titleWithKey("Run cell and select next", "Shift-Enter"),
      disabled: !hasKernels,
      onClick: () => notebook.runSelected("next"),
    },
    { testId: "run-all", label: "Run all", disabled: !hasKernels, onClick: () => void notebook.runAll() },
    { testId: "interrupt", label: "Interrupt", disabled: !isRunning, onClick: () => void notebook.interrupt() },
    { testId: "restart", label: "Restart", disabled: kernel === undefined, onClick: () => notebook.restart(false) },
    { testId: "clear-outputs", label: "Clear outputs", onClick: () => notebook.model.clearOutputs() },
  ];
  return (
    <div
      class="notebook-toolbar"
      role="toolbar"
      tabIndex={-1}
      aria-label="Notebook"
      // Keeps the focus in the cell.
      onMouseDown={(event) => event.preventDefault()}
    >
      {tools.map(({ label, ...tool }) => (
        <Button key={label} kind="quiet" {...tool}>
          {label}
        </Button>
      ))}
      <span class="toolbar-gap" />
      <output class="muted kernel-status" data-testid="kernel-status" data-status={status}>
        {hasKernels ? statusLabels[status] : "No kernel: Tandem was started with --no-kernel"}
      </output>
      <Button kind="quiet" testId="show-text" onClick={() => notebook.setText(true)}>
        Open as text
      </Button>
    </div>
  );
}
