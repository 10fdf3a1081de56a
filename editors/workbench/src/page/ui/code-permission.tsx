/** Asks whether Claude may run code. It never takes the focus. */
import { visiblePieces } from "@tandem-ide/protocol/schema-free";
import { useEffect, useMemo, useState } from "preact/hooks";
import { useApp } from "../app-parts.js";
import { settleMilliseconds } from "../core/settling.js";
import { Button } from "./button.js";

export function CodePermission() {
  const { store, sharing, toasts } = useApp();
  const [first, ...more] = store.model.value?.codeToRun ?? [];
  const isSettled = useSettled(first?.run);
  if (!first) return null;
  const answer = (choice: "once" | "always" | "never") => () => {
    if (isSettled) void sharing.answerCode(first.run, choice);
    else toasts.showInfo("This code just arrived. Check it before you answer.", "code");
  };
  // `disabled` would take the focus away from the button.
  const isOff = { "aria-disabled": !isSettled };
  return (
    <section
      class="code-permission"
      role="alertdialog"
      aria-label="Claude wants to run code"
      data-testid="code-permission"
    >
      <h2>Claude wants to run this code{more.length > 0 && <span class="muted"> (and {more.length} more)</span>}</h2>
      <Code key={first.run} code={first.code} />
      <div class="buttons">
        <Button kind="primary" testId="code-once" onClick={answer("once")} {...isOff}>
          Run once
        </Button>
        <Button testId="code-always" onClick={answer("always")} {...isOff}>
          Always in this workspace
        </Button>
        <Button testId="code-never" onClick={answer("never")} {...isOff}>
          Don't run
        </Button>
      </div>
    </section>
  );
}

function Code({ code }: { readonly code: string }) {
  const pieces = useMemo(() => visiblePieces(code, "block"), [code]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
    <pre tabIndex={0}>
      {pieces.map(({ text, symbol }, index) =>
        symbol === undefined ? (
          text
        ) : (
          <span key={index} class="code-sign" title="Invisible character">
            {symbol}
          </span>
        ),
      )}
    </pre>
  );
}

/** Returns true once the question has been visible for a moment. */
function useSettled(run: string | undefined): boolean {
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    if (run === undefined) return undefined;
    const timer = setTimeout(() => setSettled(run), settleMilliseconds);
    return () => clearTimeout(timer);
  }, [run]);
  return run !== undefined && settled === run;
}
