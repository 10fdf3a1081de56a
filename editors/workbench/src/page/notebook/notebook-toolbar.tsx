/** Above a notebook: running it, its kernel, and the way to its text. */
import type { ComponentChildren } from "preact";
import { titleWithKey } from "../core/key-titles.js";
import type { NotebookFace } from "./notebook-face.js";

const words = {
  "not started": "Kernel not started",
  starting: "Kernel starts…",
  idle: "Kernel idle",
  busy: "Kernel busy",
  restarting: "Kernel restarts…",
  closed: "Kernel ended",
} as const;

export function NotebookToolbar({ face }: { readonly face: NotebookFace }) {
  if (face.isText.value)
    return (
      <div class="notebook-toolbar" role="toolbar" aria-label="Notebook">
        <span class="muted">Shown as text</span>
        <Tool testId="show-notebook" onClick={() => face.setText(false)}>
          Open as notebook
        </Tool>
      </div>
    );
  const { kernel, hasKernels } = face;
  const status = kernel?.status ?? "not started";
  const isRunning = (kernel?.cells.length ?? 0) > 0 || status === "busy";
  return (
    <div
      class="notebook-toolbar"
      role="toolbar"
      tabIndex={-1}
      aria-label="Notebook"
      // A click here leaves the keyboard in the cell.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Tool
        testId="run-cell"
        title={titleWithKey("Run the cell and go to the next", "Shift-Enter")}
        isOff={!hasKernels}
        onClick={() => face.runSelected("next")}
      >
        Run
      </Tool>
      <Tool testId="run-all" isOff={!hasKernels} onClick={() => void face.runAll()}>
        Run all
      </Tool>
      <Tool testId="interrupt" isOff={!isRunning} onClick={() => void face.interrupt()}>
        Interrupt
      </Tool>
      <Tool testId="restart" isOff={kernel === undefined} onClick={() => face.restart(false)}>
        Restart
      </Tool>
      <Tool testId="clear-outputs" onClick={() => face.model.clearOutputs()}>
        Clear outputs
      </Tool>
      <span class="toolbar-gap" />
      <output class="muted kernel-status" data-testid="kernel-status" data-status={status}>
        {hasKernels ? words[status] : "No kernel: tandem was started with --no-kernel"}
      </output>
      <Tool testId="show-text" onClick={() => face.setText(true)}>
        Open as text
      </Tool>
    </div>
  );
}

interface ToolProps {
  readonly testId: string;
  readonly title?: string;
  readonly isOff?: boolean;
  readonly children: ComponentChildren;
  onClick(): void;
}

function Tool({ testId, title, isOff = false, children, onClick }: ToolProps) {
  return (
    <button type="button" class="button quiet" data-testid={testId} title={title} disabled={isOff} onClick={onClick}>
      {children}
    </button>
  );
}
