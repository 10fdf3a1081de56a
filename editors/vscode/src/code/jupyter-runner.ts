/** Runs code on the kernel of an open notebook, if the Jupyter extension is installed. */
import type { CodeOutput } from "@tandem-ide/server";
import * as vscode from "vscode";
import { type JupyterApi, type JupyterKernel, toCodeOutput } from "./jupyter-api.js";

const jupyterExtension = "ms-toolsai.jupyter";

/** Returns the active notebook, then the other open ones. */
function notebooks(): readonly vscode.Uri[] {
  const active = vscode.window.activeNotebookEditor?.notebook;
  const all = vscode.workspace.notebookDocuments.filter(({ notebookType }) => notebookType === "jupyter-notebook");
  return [...(active ? [active] : []), ...all].map(({ uri }) => uri);
}

/** Returns a Python kernel that the user has started, or undefined if there is none or Jupyter isn't installed. */
export async function findJupyterKernel(): Promise<JupyterKernel | undefined> {
  const extension = vscode.extensions.getExtension<JupyterApi>(jupyterExtension);
  if (!extension) return undefined;
  const api = extension.isActive ? extension.exports : await extension.activate();
  for (const uri of notebooks()) {
    const kernel = await api?.kernels?.getKernel(uri);
    if (kernel?.language === "python") return kernel;
  }
  return undefined;
}

export async function runOnKernel(
  kernel: JupyterKernel,
  code: string,
  signal: AbortSignal,
): Promise<readonly CodeOutput[]> {
  const source = new vscode.CancellationTokenSource();
  const cancel = () => source.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const outputs: CodeOutput[] = [];
    for await (const output of kernel.executeCode(code, source.token)) outputs.push(...toCodeOutput(output));
    signal.throwIfAborted();
    return outputs;
  } finally {
    signal.removeEventListener("abort", cancel);
    source.dispose();
  }
}
