/** A key as people read it. */
import { keyLabel } from "@tandem/codemirror";

export function KeyHint({ keys }: { readonly keys: string }) {
  return <kbd class="key">{keyLabel(keys)}</kbd>;
}

/** A title that ends with the key, for buttons. */
export function titleWithKey(title: string, key: string | undefined): string {
  return key === undefined ? title : `${title} (${keyLabel(key)})`;
}
