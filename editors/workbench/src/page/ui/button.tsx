/** The two kinds of button on the page. */
import type { ComponentProps } from "preact";
import { Icon, type IconName } from "./icons.js";
import { titleWithKey } from "./key-hint.js";

interface ButtonProps extends ComponentProps<"button"> {
  readonly kind?: "primary" | "quiet";
  readonly testId?: string | undefined;
}

/** A button with text. */
export function Button({ kind, testId, ...attributes }: ButtonProps) {
  return <button type="button" class={`button ${kind ?? ""}`} data-testid={testId} {...attributes} />;
}

interface IconButtonProps extends ComponentProps<"button"> {
  readonly icon: IconName;
  readonly label: string;
  /** Shown in the tooltip. */
  readonly keys?: string | undefined;
  readonly testId?: string | undefined;
}

/** A button with an icon. Its label is the tooltip. */
export function IconButton({ icon, label, keys, testId, ...attributes }: IconButtonProps) {
  const title = titleWithKey(label, keys);
  return (
    <button type="button" class="icon-button" title={title} aria-label={label} data-testid={testId} {...attributes}>
      <Icon name={icon} />
    </button>
  );
}
