/** Language ids for files that no editor has open, by extension; the names are the protocol's. */
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

/** The id of a file's language; the server's first one where the extension says no more. */
export function languageIdFor(path: string, languages: readonly string[]): string {
  const id = ids.get(extensionOf(path));
  if (id !== undefined && languages.includes(id)) return id;
  // C++ is the commonest of those that share a server with C.
  if (languages.includes("cpp")) return "cpp";
  return languages[0] ?? "plaintext";
}

/** In lower case, with the dot. */
export function extensionOf(path: string): string {
  return extname(path).toLowerCase();
}
