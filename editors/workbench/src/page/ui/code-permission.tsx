/** Asks whether code may run. It lies beside the work and never takes the keyboard. */
import { useApp } from "../app-parts.js";

export function CodePermission() {
  const { store, sharing } = useApp();
  const [waiting, ...more] = store.model.value?.codeToRun ?? [];
  if (!waiting) return null;
  const answer = (word: "once" | "always" | "never") => void sharing.answerCode(waiting.run, word);
  return (
    <section
      class="code-permission"
      role="alertdialog"
      aria-label="Claude wants to run code"
      data-testid="code-permission"
    >
      <h2>Claude wants to run this code{more.length > 0 && <span class="muted"> (and {more.length} more)</span>}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0}>{waiting.code}</pre>
      <div class="buttons">
        <button type="button" class="button primary" data-testid="code-once" onClick={() => answer("once")}>
          Run once
        </button>
        <button type="button" class="button" data-testid="code-always" onClick={() => answer("always")}>
          Always in this workspace
        </button>
        <button type="button" class="button" data-testid="code-never" onClick={() => answer("never")}>
          Do not run
        </button>
      </div>
    </section>
  );
}
