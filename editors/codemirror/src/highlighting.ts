import { LanguageDescription } from "@codemirror/language";
import { languages } from "@codemirror/language-data";
import type { Extension } from "@codemirror/state";

/** Names that CodeMirror's table does not know, and a name of the same language that it does. */
const likeness: readonly (readonly [RegExp, string])[] = [
  [/\.jsonc$|\.code-workspace$|^\.(babelrc|eslintrc|swcrc)$/, "x.json"],
  [/^\.(bash|zsh)(rc|_profile|env)$|^\.profile$/, "x.sh"],
];

/**
 * The support for the language of a file: its grammar and what belongs to it, loaded when it is asked for. Undefined when
 * there is none, or when loading failed: an editor without colours is still an editor.
 *
 * @example
 * const language = await languageSupportOf(path);
 * if (language) view.dispatch({ effects: compartment.reconfigure(language) });
 */
export async function languageSupportOf(path: string): Promise<Extension | undefined> {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const alike = likeness.find(([pattern]) => pattern.test(name))?.[1];
  const description =
    LanguageDescription.matchFilename(languages, name) ??
    (alike === undefined ? null : LanguageDescription.matchFilename(languages, alike));
  try {
    return await description?.load();
  } catch {
    return undefined;
  }
}
