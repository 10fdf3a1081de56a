/** Titles that end with the key, so that people learn it by the way. */
import { keyLabel } from "@tandem/codemirror";

/** `Find (Ctrl+F)`, in the words of this computer. */
export function titleWithKey(title: string, key: string | undefined): string {
  return key === undefined ? title : `${title} (${keyLabel(key)})`;
}
