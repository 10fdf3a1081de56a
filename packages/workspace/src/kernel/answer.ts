/** Converts outputs to the result of `executeCode`: text without colour codes, and PNG images. */
import { stripVTControlCharacters } from "node:util";
import { withLineEnd } from "./cut.js";
import type { MimeBundle, NotebookOutput } from "./nbformat.js";

/**
 * An output of code: text, or a PNG as base64. Same as the `CodeOutput` of an editor.
 *
 * @example
 * const [first] = await kernels.run("1 + 1", signal); // { type: "text", text: "2\n" }
 */
export type CodeOutput =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly png: string };

/** The best text first. Plain text comes before markup, which is meant to be rendered. */
const textTypes = ["text/plain", "text/markdown", "text/latex", "application/json", "text/html"];

/** Reduces a bundle to what a result needs: the PNG, or else one text. */
export function reduceForAnswer(data: MimeBundle): MimeBundle {
  const png = data["image/png"];
  if (typeof png === "string") return { "image/png": png.replace(/\s+/g, "") };
  for (const type of textTypes) {
    const content = data[type];
    if (content === undefined) continue;
    return { "text/plain": typeof content === "string" ? content : JSON.stringify(content) };
  }
  const types = Object.keys(data);
  return types.length === 0 ? {} : { "text/plain": `[${types.join(", ")}: can't be shown as text]` };
}

/** Joins streams in order, with results and tracebacks on separate lines. */
export function toAnswer(outputs: readonly NotebookOutput[]): CodeOutput[] {
  const answer: CodeOutput[] = [];
  let text = "";
  const endText = () => {
    if (text !== "") answer.push({ type: "text", text: stripVTControlCharacters(text) });
    text = "";
  };
  for (const output of outputs) {
    if (output.output_type === "stream") text += output.text;
    else if (output.output_type === "error") text = `${withLineEnd(text)}${withLineEnd(tracebackOf(output))}`;
    else {
      const png = output.data["image/png"];
      const plain = output.data["text/plain"];
      if (typeof png === "string") {
        endText();
        answer.push({ type: "image", png });
      } else if (typeof plain === "string") text = `${withLineEnd(text)}${withLineEnd(plain)}`;
    }
  }
  endText();
  return answer;
}

function tracebackOf(error: Extract<NotebookOutput, { output_type: "error" }>): string {
  return error.traceback.some((line) => line !== "") ? error.traceback.join("\n") : `${error.ename}: ${error.evalue}`;
}
