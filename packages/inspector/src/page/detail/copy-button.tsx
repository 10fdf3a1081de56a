/** Puts a text into the clipboard, and says whether it did. */
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../ui/icons.js";

interface CopyButtonProps {
  /** What is copied, for the label. */
  readonly what: string;
  /** Made when it is asked for: it may be long. */
  text(): string;
}

const tellMs = 1500;

export function CopyButton({ what, text }: CopyButtonProps) {
  const [said, setSaid] = useState<string | undefined>();
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => setSaid(undefined), tellMs);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setSaid("Copied");
    } catch {
      setSaid("The browser did not do it");
    }
  };
  return (
    <button type="button" class="button quiet copy" aria-label={`Copy ${what}`} onClick={() => void copy()}>
      <Icon name="copy" />
      <span role="status">{said ?? "Copy"}</span>
    </button>
  );
}
