/** The lines that differ between two texts. */
import type { ComparedLine } from "../core/compared-lines.js";

const prefixes = { added: "+ ", removed: "− ", same: "  " } as const;

export function ComparedText({ lines, testId }: { readonly lines: readonly ComparedLine[]; readonly testId: string }) {
  return (
    <pre class="compared" data-testid={testId}>
      {lines.map(({ kind, text }, index) => (
        <div key={index} class={kind}>
          {kind === "gap" ? "⋯" : `${prefixes[kind]}${text}`}
        </div>
      ))}
    </pre>
  );
}
