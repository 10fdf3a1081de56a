import { languageIdOf } from "@tandem-ide/codemirror";

export function languageOf(path: string): string {
  if (path.endsWith(".canvas")) return "json";
  return path.endsWith(".base") ? "yaml" : languageIdOf(path);
}
