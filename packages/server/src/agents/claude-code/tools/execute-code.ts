/** TOOL-12: runs Python code, when the user allows it. */
import { type Content, tools } from "@tandem/protocol";
import type { CodeOutput } from "../../../hub/editor.js";
import { defineTool } from "./tool.js";

function toContent(output: CodeOutput): Content {
  return output.type === "text"
    ? { type: "text", text: output.text }
    : { type: "image", data: output.png, mimeType: "image/png" };
}

export const executeCode = defineTool("executeCode", tools.executeCode.arguments, {
  needs: ["runCode", "codeQuestions"],
  whilePaused: "refused",
  hiddenFiles: "none",
  async run({ code }, call) {
    const { hub, signal } = call;
    const { editor } = hub;
    call.progress(`Waiting for ${editor.name}`);
    // No deadline: code may run for hours. The signal ends it, also for an editor that does not listen to it.
    const ended = new Promise<never>((_resolve, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
    );
    const run = async () => {
      await hub.code.pass(code, signal);
      return await editor.runCode?.(code, signal);
    };
    const outputs = await Promise.race([run(), ended]);
    return { content: (outputs ?? []).map(toContent) };
  },
});
