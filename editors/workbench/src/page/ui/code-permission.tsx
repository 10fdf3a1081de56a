/** Asks whether code may run. It lies beside the work and never takes the keyboard. */
import { visiblePieces } from "@tandem/protocol/plain";
import { useEffect, useMemo, useState } from "preact/hooks";
import { useApp } from "../app-parts.js";
import { settleMilliseconds } from "../core/settling.js";

export function CodePermission() {
  const { store, sharing, toasts } = useApp();
  const [waiting, ...more] = store.model.value?.codeToRun ?? [];
  const isSettled = useSettled(waiting?.run);
  if (!waiting) return null;
  const answer = (word: "once" | "always" | "never") => {
    if (isSettled) void sharing.answerCode(waiting.run, word);
    else toasts.show({ kind: "info", text: "This code has only just come. Look at it, then answer.", topic: "code" });
  };
  // Not `disabled`, which would take the keyboard away from the button.
  const button = { type: "button", "aria-disabled": !isSettled } as const;
  return (
    <section
      class="code-permission"
      role="alertdialog"
      aria-label="Claude wants to run code"
      data-testid="code-permission"
    >
      <h2>Claude wants to run this code{more.length > 0 && <span class="muted"> (and {more.length} more)</span>}</h2>
      <Code key={waiting.run} code={waiting.code} />
      <div class="buttons">
        <button {...button} class="button primary" data-testid="code-once" onClick={() => answer("once")}>
          Run once
        </button>
        <button {...button} class="button" data-testid="code-always" onClick={() => answer("always")}>
          Always in this workspace
        </button>
        <button {...button} class="button" data-testid="code-never" onClick={() => answer("never")}>
          Do not run
        </button>
      </div>
    </section>
  );
}

function Code({ code }: { readonly code: string }) {
  const pieces = useMemo(() => visiblePieces(code, "block"), [code]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <pre tabIndex={0}>
      {pieces.map(({ text, sign }, index) =>
        sign === undefined ? (
          text
        ) : (
          <span key={index} class="code-sign" title="A character that is not seen">
            {sign}
          </span>
        ),
      )}
    </pre>
  );
}

/** Whether the question has been there for long enough to be seen. */
function useSettled(run: string | undefined): boolean {
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    if (run === undefined) return undefined;
    const timer = setTimeout(() => setSettled(run), settleMilliseconds);
    return () => clearTimeout(timer);
  }, [run]);
  return run !== undefined && settled === run;
}
