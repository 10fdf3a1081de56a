/** Which files have another face than their text. What it is made of is loaded when it is first needed. */
import type { FaceHost, FaceParts } from "./face.js";
import type { NotebookFace } from "./notebook-face.js";

/** Whether a file has a face of its own. */
export function hasFace(path: string): boolean {
  return /\.ipynb$/i.test(path);
}

/** Makes a file's face; whoever asks closes it. */
export async function openFace(host: FaceHost, parts: FaceParts): Promise<NotebookFace> {
  const { openNotebook } = await import("./open-notebook.js");
  return openNotebook(host, parts);
}
