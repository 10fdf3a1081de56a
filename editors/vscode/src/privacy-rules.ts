/** The rules of the setting `tandem.withhold`, out of all places where it can be set. */

/** What VS Code knows of the setting, as `inspect` tells it. */
export interface SettingPlaces {
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/** The rules of one place; a value that is no list of rules withholds everything. */
function rulesIn(value: unknown): readonly string[] {
  if (value === undefined) return [];
  return Array.isArray(value) && value.every((each) => typeof each === "string") ? value : ["*"];
}

/** Those that withhold something; one entry may hold several lines. */
function withholding(rules: readonly string[]): readonly string[] {
  return rules.flatMap((each) => each.split(/\r\n?|\n/)).filter((line) => line !== "" && !line.startsWith("!"));
}

/**
 * A workspace adds rules, and takes none back, neither the user's nor built-in ones, which count for files outside of it too:
 * it is somebody else's until its user trusts it. The user's have the last word.
 */
export function rulesOf({ globalValue, workspaceValue, workspaceFolderValue }: SettingPlaces): readonly string[] {
  const added = [workspaceFolderValue, workspaceValue].flatMap((value) => withholding(rulesIn(value)));
  return [...added, ...rulesIn(globalValue)];
}
