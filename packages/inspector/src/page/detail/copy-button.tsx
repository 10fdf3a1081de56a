/** Copies text to the clipboard and shows whether it worked. */
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../ui/icons.js";

interface CopyButtonProps {
  /** Describes the text, for the label. */
  readonly what: string;
  /** Called on a click, because the text may be long. */
  text(): string;
}

const resultMs = 1500;

export function CopyButton({ what, text }: CopyButtonProps) {
  const [result, setResult] = useState<string | undefined>();
  useEffect(() => {
    if (result === undefined) return;
    const timer = setTimeout(() => setResult(undefined), resultMs);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => setResult("Copied"),
      () => setResult("Couldn't copy"),
    );
  return (
    <button type="button" class="button quiet copy" aria-label={`Copy ${what}`} onClick={() => void copy()}>
      <Icon name="copy" />
      <span role="status">{result ?? "Copy"}</span>
    </button>
  );
}
