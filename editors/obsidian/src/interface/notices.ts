/** Messages with something to do about them. */
import { Notice } from "obsidian";

/** Stays until it is dismissed or used. */
export function noticeWithButton(words: string, label: string, run: () => void): Notice {
  const fragment = createFragment();
  fragment.createDiv({ text: words });
  const button = fragment.createEl("button", { text: label, cls: "tandem-notice-button" });
  const notice = new Notice(fragment, 0);
  button.addEventListener("click", () => {
    run();
    notice.hide();
  });
  return notice;
}
