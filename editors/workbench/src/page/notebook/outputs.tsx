/** The outputs of a cell. HTML isn't shown because it could contain scripts. */
import type { NotebookCell, NotebookOutput, UnknownOutput } from "@tandem-ide/workspace/notebook";
import { useMemo } from "preact/hooks";
import { ansiPieces } from "./ansi.js";
import { Markdown } from "./markdown.js";
import { chooseOutput } from "./output-choice.js";

export function Outputs({ cell }: { readonly cell: NotebookCell }) {
  // Slow for large images.
  const outputs = useMemo(() => cell.outputs, [cell]);
  if (outputs.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
    <section class="cell-outputs" aria-label="Output" tabIndex={0} data-testid="cell-outputs">
      {outputs.map((output, index) => (
        // Outputs have no ids and are only ever appended.
        <Output key={index} output={output} />
      ))}
    </section>
  );
}

function isKnown(output: NotebookOutput | UnknownOutput): output is NotebookOutput {
  return ["stream", "display_data", "execute_result", "error"].includes(output.output_type);
}

function Output({ output }: { readonly output: NotebookOutput | UnknownOutput }) {
  if (!isKnown(output)) return <p class="muted">Can't show output of type {output.output_type}</p>;
  switch (output.output_type) {
    case "stream":
      return <AnsiText class={`output ${output.name}`} text={output.text} />;
    case "error":
      return <AnsiText class="output error" text={tracebackOf(output)} />;
    default:
      return <Display data={output.data} />;
  }
}

function tracebackOf({ ename, evalue, traceback }: Extract<NotebookOutput, { output_type: "error" }>): string {
  return traceback.some((line) => line !== "") ? traceback.join("\n") : `${ename}: ${evalue}`;
}

function Display({ data }: { readonly data: Readonly<Record<string, unknown>> }) {
  const { shown, hidesHtml } = useMemo(() => chooseOutput(data), [data]);
  return (
    <div class="output">
      {shown.kind === "image" && <img src={shown.source} alt={shown.label} />}
      {shown.kind === "markdown" && <Markdown text={shown.text} />}
      {shown.kind === "text" && <AnsiText class="result" text={shown.text} />}
      {shown.kind === "none" && shown.label !== "" && <p class="muted">{shown.label}</p>}
      {hidesHtml && <p class="muted output-note">HTML output isn't shown</p>}
    </div>
  );
}

function AnsiText({ text, class: name }: { readonly text: string; readonly class: string }) {
  const pieces = useMemo(() => ansiPieces(text), [text]);
  return (
    <pre class={name}>
      {pieces.map(({ text: part, classes }, index) =>
        classes === "" ? (
          part
        ) : (
          <span key={index} class={classes}>
            {part}
          </span>
        ),
      )}
    </pre>
  );
}
