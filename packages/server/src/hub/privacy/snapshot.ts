/** The current privacy rules, read once to check many paths. */
import { type NameTest, nameFilter } from "../files/rule-names.js";
import { builtInRules } from "./built-in-rules.js";
import type { Privacy } from "./privacy.js";

export interface PrivacySnapshot {
  /** Like {@link Privacy.checkRules} for links, and by the path alone for others. */
  isHidden(path: string, isLink: boolean, isFolder: boolean): boolean;
  /** Returns false for names that are only hidden if a parent is. */
  readonly mayMatch: NameTest;
}

/** Returns the same objects as long as the rules are unchanged. Undefined if the editor hides files too. */
export function rulesIdentity(privacy: Privacy): readonly object[] | undefined {
  return privacy.asksEditor ? undefined : privacy.rulesNow().map(({ rules }) => rules);
}

/** Compares two results of {@link rulesIdentity}. */
export function areSameRules(a: readonly object[] | undefined, b: readonly object[] | undefined): boolean {
  return a === b || (a !== undefined && a.length === b?.length && a.every((rules, index) => rules === b[index]));
}

export function snapshotRules(privacy: Privacy): PrivacySnapshot {
  const folders = privacy.rulesNow();
  // A nested folder may be hidden by the outer one's rules, with everything in it.
  const mayMatchAll =
    privacy.asksEditor ||
    folders.some(
      ({ folder, rules, secret }) =>
        secret || "fault" in rules.rules || privacy.checkName(folder, folders, true) !== undefined,
    );
  const rules = [...builtInRules, ...privacy.hostRules, ...folders.flatMap((each) => each.rules.fileRules)];
  const isNamed = nameFilter(new Set(rules), "i");
  return {
    isHidden: (path, isLink, isFolder) =>
      (isLink ? privacy.checkRules(path) : privacy.checkName(path, folders, isFolder)) !== undefined,
    mayMatch: mayMatchAll ? () => true : (name) => isNamed(name.normalize("NFC")),
  };
}
