import { languageIdOf } from "@tandem/codemirror";

/** The language of a file of a vault, in VS Code's words. */
export function languageOf(path: string): string {
  if (path.endsWith(".canvas")) return "json";
  return path.endsWith(".base") ? "yaml" : languageIdOf(path);
}
