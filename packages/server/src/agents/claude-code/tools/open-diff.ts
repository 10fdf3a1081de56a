/** TOOL-01: shows a proposal and waits for the user. The client writes the file. */
import { answers } from "@tandem-ide/protocol";
import { askReview, type ReviewAnswer } from "../../../hub/reviews/ask-review.js";
import { ReviewClosed } from "../../../hub/reviews/owned-reviews.js";
import { defineTool, failure, text } from "./tool.js";

export const openDiff = defineTool("openDiff", {
  needs: ["reviewDiff"],
  whilePaused: "finishes",
  async run(args, call) {
    const { hub, caller, request } = call;
    const { new_file_path: path, old_file_path: oldPath, new_file_contents: content, tab_name: name } = args;
    const proposal = {
      client: caller.client,
      path: hub.workspace.absolute(path),
      oldPath: hub.workspace.absolute(oldPath),
      given: { path, oldPath },
      ...{ name, content, acceptedForm: "text" as const },
      hold: (bytes: number) => request.hold(bytes),
      shown: () => call.progress(`Waiting for a decision in ${hub.editor.name}`),
    };
    let answer: ReviewAnswer;
    try {
      answer = await caller.reviews.run(name, call.signal, (signal) => askReview(hub, proposal, signal));
    } catch (error) {
      if (!(error instanceof ReviewClosed)) throw error;
      answer = { kind: "rejected" };
    }
    if (answer.kind === "refused") return failure(answer.reason);
    return answer.kind === "accepted" ? text(answers.fileSaved, answer.content) : text(answers.diffRejected, name);
  },
});
