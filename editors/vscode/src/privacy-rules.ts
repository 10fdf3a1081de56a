/** Combines the rules of the setting `tandem.hiddenFiles` from user, workspace and folder settings. */

/** The result of `inspect` for the setting. */
export interface SettingValues {
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/** Returns the rules of one value. An invalid value hides everything. */
function rulesIn(value: unknown): readonly string[] {
  if (value === undefined) return [];
  return Array.isArray(value) && value.every((each) => typeof each === "string") ? value : ["*"];
}

/** Returns only the rules that hide files. One entry can contain several lines. */
function hiding(rules: readonly string[]): readonly string[] {
  return rules.flatMap((each) => each.split(/\r\n?|\n/)).filter((line) => line !== "" && !line.startsWith("!"));
}

/**
 * A workspace can add rules, but not override those of the user or the built-in ones, because it may not be trusted. The user's
 * rules come last.
 */
export function rulesOf({ globalValue, workspaceValue, workspaceFolderValue }: SettingValues): readonly string[] {
  const added = [workspaceFolderValue, workspaceValue].flatMap((value) => hiding(rulesIn(value)));
  return [...added, ...rulesIn(globalValue)];
}
