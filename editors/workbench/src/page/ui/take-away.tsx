/** Two buttons that bring a text out of the page. */
import { useApp } from "../app-parts.js";
import { copyText, downloadText } from "../core/take-away.js";

export interface TakeAwayProps {
  /** The file's name. */
  readonly label: string;
  text(): Promise<string>;
}

export function TakeAway({ label, text }: TakeAwayProps) {
  const { toasts } = useApp();
  const take = (action: (text: string) => void | Promise<void>, words: string) => async () => {
    try {
      await action(await text());
      toasts.show({ kind: "info", text: words, topic: "take-away" });
    } catch (error) {
      toasts.showError(error);
    }
  };
  return (
    <>
      <button type="button" class="button" data-testid="take-copy" onClick={take(copyText, `Copied ${label}.`)}>
        Copy
      </button>
      <button
        type="button"
        class="button"
        data-testid="take-download"
        onClick={take((content) => downloadText(label, content), `Downloaded ${label}.`)}
      >
        Download
      </button>
    </>
  );
}
