/** TOOL-12: runs Python code if the user allows it. */
import type { Content } from "@tandem-ide/protocol";
import type { CodeOutput } from "../../../hub/editor.js";
import { defineTool } from "./tool.js";

function toContent(output: CodeOutput): Content {
  return output.type === "text"
    ? { type: "text", text: output.text }
    : { type: "image", data: output.png, mimeType: "image/png" };
}

export const executeCode = defineTool("executeCode", {
  needs: ["runCode", "codeQuestions"],
  whilePaused: "refused",
  async run({ code }, call) {
    const { hub, signal } = call;
    const { editor } = hub;
    call.progress(`Waiting for ${editor.name}`);
    // No deadline, because code may run for hours. Aborting ends the call even if the editor ignores the signal.
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
