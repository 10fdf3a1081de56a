/** The part of the Jupyter extension's public interface that runs code, as its documentation has it. */
import type { CodeOutput } from "@tandem/server";
import type * as vscode from "vscode";

export interface JupyterOutputItem {
  readonly mime: string;
  readonly data: Uint8Array;
}

export interface JupyterOutput {
  readonly items: readonly JupyterOutputItem[];
}

export interface JupyterKernel {
  readonly language: string;
  executeCode(code: string, token: vscode.CancellationToken): AsyncIterable<JupyterOutput>;
}

export interface JupyterApi {
  readonly kernels: { getKernel(uri: vscode.Uri): Thenable<JupyterKernel | undefined> };
}

/** The kinds of output that the extension gives, the best first. */
const textKinds = [
  "application/vnd.code.notebook.stdout",
  "application/vnd.code.notebook.stderr",
  "application/vnd.code.notebook.error",
  "text/plain",
];

function readText({ mime, data }: JupyterOutputItem): string {
  const text = Buffer.from(data).toString("utf8");
  if (mime !== "application/vnd.code.notebook.error") return text;
  const error: unknown = JSON.parse(text);
  const has = (key: string) =>
    typeof error === "object" && error !== null && key in error ? String(Reflect.get(error, key)) : "";
  return has("stack") || `${has("name")}: ${has("message")}`;
}

/** One output has the same thing in several kinds: a picture if there is one, else words. */
export function toCodeOutput({ items }: JupyterOutput): readonly CodeOutput[] {
  const png = items.find(({ mime }) => mime === "image/png");
  if (png) return [{ type: "image", png: Buffer.from(png.data).toString("base64") }];
  for (const kind of textKinds) {
    const item = items.find(({ mime }) => mime === kind);
    if (item) return [{ type: "text", text: readText(item) }];
  }
  return [];
}
