/** Language ids of files that aren't open in the editor, by extension. The protocol defines the ids. */
import { extname } from "node:path";

const ids = new Map<string, string>([
  [".ts", "typescript"],
  [".mts", "typescript"],
  [".cts", "typescript"],
  [".tsx", "typescriptreact"],
  [".js", "javascript"],
  [".mjs", "javascript"],
  [".cjs", "javascript"],
  [".jsx", "javascriptreact"],
  [".c", "c"],
  [".h", "c"],
  [".m", "objective-c"],
  [".mm", "objective-cpp"],
  [".cu", "cuda-cpp"],
]);

/** Returns the language id of a file, by default the server's first one. */
export function languageIdFor(path: string, languages: readonly string[]): string {
  const id = ids.get(extensionOf(path));
  if (id !== undefined && languages.includes(id)) return id;
  // Of the languages that share a server with C, C++ is the most common.
  if (languages.includes("cpp")) return "cpp";
  return languages[0] ?? "plaintext";
}

/** Returns the extension in lower case, with the dot. */
export function extensionOf(path: string): string {
  return extname(path).toLowerCase();
}
