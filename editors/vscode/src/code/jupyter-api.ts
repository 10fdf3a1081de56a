/** The part of the Jupyter extension's documented API that runs code. */
import type { CodeOutput } from "@tandem-ide/server";
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

/** MIME types of the extension's text outputs, in order of preference. */
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

/** An output contains the same data in several formats. Returns an image if there is one, otherwise text. */
export function toCodeOutput({ items }: JupyterOutput): readonly CodeOutput[] {
  const png = items.find(({ mime }) => mime === "image/png");
  if (png) return [{ type: "image", png: Buffer.from(png.data).toString("base64") }];
  for (const kind of textKinds) {
    const item = items.find(({ mime }) => mime === kind);
    if (item) return [{ type: "text", text: readText(item) }];
  }
  return [];
}
