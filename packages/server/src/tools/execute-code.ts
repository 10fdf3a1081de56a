/** TOOL-12: runs Python code. Asking the user is the editor's part: only it can. */
import type { Content } from "@tandem/protocol";
import type { CodeOutput } from "../editor.js";
import type { Tool } from "./tool.js";

function toContent(output: CodeOutput): Content {
  return output.type === "text"
    ? { type: "text", text: output.text }
    : { type: "image", data: output.png, mimeType: "image/png" };
}

export const executeCode: Tool<"executeCode"> = async ({ code }, call) => {
  const { editor, signal } = call;
  call.progress(`Waiting for ${editor.name}`);
  // No deadline: code may run for hours. The signal ends it, also for an editor that does not listen to it.
  const ended = new Promise<never>((_resolve, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
  );
  const outputs = await Promise.race([editor.runCode?.(code, signal), ended]);
  return { content: (outputs ?? []).map(toContent) };
};
