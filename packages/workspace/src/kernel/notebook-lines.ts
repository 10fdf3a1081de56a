/** Between texts and the lists of lines that notebooks hold them as. Pure. */
import { isRecord } from "@tandem/base";
import type { NotebookOutput, UnknownOutput } from "./nbformat.js";

/** The line ends of Python's `splitlines`, by which Jupyter takes texts apart. */
const ends = "\\n\\r\\v\\f\\x1c-\\x1e\\x85\\u2028\\u2029";
const lines = new RegExp(`[^${ends}]*(?:\\r\\n|[${ends}])|[^${ends}]+$`, "g");

/** Lines with their ends, as Jupyter writes them. */
export function splitLines(text: string): string[] {
  return text.match(lines) ?? [];
}

/** A text from either form. */
export function joinLines(value: unknown): string {
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.filter((line) => typeof line === "string").join("") : "";
}

/** An output as it is in a file, with its texts joined; undefined for what is none. */
export function toOutput(value: unknown): NotebookOutput | UnknownOutput | undefined {
  if (!isRecord(value) || typeof value.output_type !== "string") return undefined;
  const data = isRecord(value.data) ? joinBundle(value.data) : {};
  const metadata = isRecord(value.metadata) ? value.metadata : {};
  const text = (part: unknown) => (typeof part === "string" ? part : "");
  switch (value.output_type) {
    case "stream":
      return {
        output_type: "stream",
        name: value.name === "stderr" ? "stderr" : "stdout",
        text: joinLines(value.text),
      };
    case "display_data":
      return { output_type: "display_data", data, metadata };
    case "execute_result": {
      const count = typeof value.execution_count === "number" ? value.execution_count : null;
      return { output_type: "execute_result", execution_count: count, data, metadata };
    }
    case "error": {
      const traceback = Array.isArray(value.traceback) ? value.traceback.map(text) : [];
      return { output_type: "error", ename: text(value.ename), evalue: text(value.evalue), traceback };
    }
    default:
      return { ...value, output_type: value.output_type };
  }
}

/** An output as Jupyter writes it: keys in alphabetical order, texts as lists of lines. */
export function toFileOutput(output: NotebookOutput | UnknownOutput): object {
  const written: Record<string, unknown> = { ...output };
  if (typeof written.text === "string") written.text = splitLines(written.text);
  if (isRecord(written.data)) {
    const split = Object.entries(written.data).map(([type, content]) =>
      typeof content === "string" && isText(type) ? [type, splitLines(content)] : [type, content],
    );
    written.data = Object.fromEntries(split);
  }
  return sortKeys(written);
}

/** JSON types are left alone: there an array is an array. */
function joinBundle(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const joined = Object.entries(data).map(([type, content]) => [type, isJson(type) ? content : joinOrKeep(content)]);
  return Object.fromEntries(joined);
}

function joinOrKeep(content: unknown): unknown {
  return Array.isArray(content) ? joinLines(content) : content;
}

function isJson(type: string): boolean {
  return /^application\/(.*\+)?json$/.test(type);
}

/** What is binary stays one string, however long. */
function isText(type: string): boolean {
  return type.startsWith("text/") || type === "image/svg+xml" || type === "application/javascript";
}

/** As Jupyter does, in all depths, so that it saves the file as it is. */
function sortKeys(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, content]) => [key, sortWithin(content)]));
}

function sortWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortWithin);
  return isRecord(value) ? sortKeys(value) : value;
}
