import { keyLabel } from "@tandem-ide/codemirror";

/** A key as this computer writes it: Alt+K or ⌥K. */
export function KeyHint({ keys }: { readonly keys: string }) {
  return <kbd class="key">{keyLabel(keys)}</kbd>;
}

/** Returns a tooltip such as `Find (Ctrl+F)`. */
export function titleWithKey(title: string, key: string | undefined): string {
  return key === undefined ? title : `${title} (${keyLabel(key)})`;
}
