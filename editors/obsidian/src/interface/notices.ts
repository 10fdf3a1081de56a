/** Notices with a button. */
import { Notice } from "obsidian";

/** Shows it until the user closes it or the returned function is called. */
export function notify(message: string, label: string, run: () => void): () => void {
  const notice = showNoticeWithButton(message, label, run);
  return () => notice.hide();
}

/** Shows it until the user closes it, or for `ms`. */
export function showNoticeWithButton(message: string, label: string, run: () => void, ms = 0): Notice {
  const fragment = createFragment();
  fragment.createDiv({ text: message });
  const button = fragment.createEl("button", { text: label, cls: "tandem-notice-button" });
  const notice = new Notice(fragment, ms);
  button.addEventListener("click", () => {
    run();
    notice.hide();
  });
  return notice;
}
