/** A message above the text of a file. */
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icons.js";

interface BannerProps {
  readonly kind: "info" | "warning";
  readonly icon: IconName;
  readonly text: string;
  readonly children?: ComponentChildren;
}

export function Banner({ kind, icon, text, children }: BannerProps) {
  return (
    <div class={`banner ${kind}`} role={kind === "warning" ? "alert" : "note"} data-testid="banner">
      <Icon name={icon} />
      <span class="banner-text">{text}</span>
      {children}
    </div>
  );
}
