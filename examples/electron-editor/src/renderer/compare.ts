/** Compares a file on disk with the unsaved text, and lets the user take changes of either. */
import type { Extension } from "@codemirror/state";
import { startReview } from "@tandem-ide/base/review";
import { openReview } from "@tandem-ide/codemirror";

export interface CompareOptions {
  readonly parent: HTMLElement;
  readonly name: string;
  readonly onDisk: string;
  readonly unsaved: string;
  readonly extensions: Extension;
  /** The user wants this text in the editor. */
  readonly use: (text: string) => void;
}

/** Fills the parent until the user closes it. */
export function showCompare({ parent, name, onDisk, unsaved, extensions, use }: CompareOptions): void {
  const close = () => {
    review.destroy();
    parent.replaceChildren();
  };
  const button = (label: string, run: () => void) => {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: label });
    made.addEventListener("click", run);
    return made;
  };
  const bar = document.createElement("div");
  bar.className = "compare-bar";
  bar.append(
    `${name}: on disk, and your unsaved text. Reject a change to take the lines on disk. `,
    button("Use the result", () => {
      use(review.text);
      close();
    }),
    button("Close", close),
  );
  const texts = document.createElement("div");
  texts.className = "compare-texts";
  parent.replaceChildren(bar, texts);
  const layout = parent.clientWidth >= 900 ? "side-by-side" : "unified";
  const review = openReview({ parent: texts, state: startReview(onDisk, unsaved), layout, extensions });
  review.focus();
}
