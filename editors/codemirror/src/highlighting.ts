import { LanguageDescription } from "@codemirror/language";
import { languages } from "@codemirror/language-data";
import type { Extension } from "@codemirror/state";

/**
 * Patterns for file names that CodeMirror doesn't know, each with a file name of the same language that it does know.
 */
const aliases: readonly (readonly [RegExp, string])[] = [
  [/\.jsonc$|\.code-workspace$|^\.(babelrc|eslintrc|swcrc)$/, "x.json"],
  [/^\.(bash|zsh)(rc|_profile|env)$|^\.profile$/, "x.sh"],
];

/**
 * Loads the language support for a file. Returns undefined if there is none or loading failed: an editor without
 * highlighting still works.
 *
 * @example
 * const language = await languageSupportOf(path);
 * if (language) view.dispatch({ effects: compartment.reconfigure(language) });
 */
export async function languageSupportOf(path: string): Promise<Extension | undefined> {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const alias = aliases.find(([pattern]) => pattern.test(name))?.[1];
  const description =
    LanguageDescription.matchFilename(languages, name) ??
    (alias === undefined ? null : LanguageDescription.matchFilename(languages, alias));
  try {
    return await description?.load();
  } catch {
    return undefined;
  }
}
