/** The privacy rules of a moment, for many paths: they are read once instead of once a path. */
import { type NameTest, namesIn } from "../files/rule-names.js";
import type { Privacy } from "./privacy.js";
import { builtInRules } from "./privacy-rules.js";

export interface PrivacySnapshot {
  /** As {@link Privacy.judge} says of a link; of what is none by the path alone. */
  isWithheld(path: string, isLink: boolean, isFolder: boolean): boolean;
  /** False for a name that is never withheld where what is above it is not. */
  readonly isAbout: NameTest;
}

/** What a listing by these rules depends on: the same objects while it is the same. Undefined where the editor is asked too. */
export function identityOfRules(privacy: Privacy): readonly object[] | undefined {
  return privacy.asksEditor ? undefined : privacy.rulesNow().map(({ rules }) => rules);
}

export function snapshotOf(privacy: Privacy): PrivacySnapshot {
  const folders = privacy.rulesNow();
  // A folder that lies in another one may be withheld there, and with it all that is in it, whatever its name.
  const isAnything =
    privacy.asksEditor ||
    folders.some(
      ({ folder, rules, secret }) =>
        secret || "fault" in rules.rules || privacy.judgeName(folder, folders, true) !== undefined,
    );
  const rules = [...builtInRules, ...privacy.hostRules, ...folders.flatMap((each) => each.rules.fileRules)];
  const isNamed = namesIn(new Set(rules), "i");
  return {
    isWithheld: (path, isLink, isFolder) =>
      (isLink ? privacy.judge(path) : privacy.judgeName(path, folders, isFolder)) !== undefined,
    isAbout: isAnything ? () => true : (name) => isNamed(name.normalize("NFC")),
  };
}
