/** A text of several lines. A very long one is cut until the user asks for the rest. */
import { useState } from "preact/hooks";
import { Visible } from "../ui/visible.js";

const atFirst = 20_000;

export function TextBlock({ text }: { readonly text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const isCut = !isWhole && text.length > atFirst;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keys.
    <pre class="text-block" data-testid="text-block" tabIndex={0}>
      <Visible text={isCut ? text.slice(0, atFirst) : text} shape="block" />
      {isCut && (
        <button type="button" class="button" onClick={() => setIsWhole(true)}>
          Show {(text.length - atFirst).toLocaleString("en")} more characters
        </button>
      )}
    </pre>
  );
}
