/** The rules of the setting `tandem.withhold`, out of all places where it can be set. */

/** What VS Code knows of the setting, as `inspect` tells it. */
export interface SettingPlaces {
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/**
 * A workspace adds rules, and takes none of the user's back: it is somebody else's until its user trusts it. So its rules come
 * first, where the user's have the last word. A value that is no list of rules withholds everything.
 */
export function rulesOf({ globalValue, workspaceValue, workspaceFolderValue }: SettingPlaces): readonly string[] {
  return [workspaceFolderValue, workspaceValue, globalValue].flatMap((value: unknown) => {
    if (value === undefined) return [];
    return Array.isArray(value) && value.every((each) => typeof each === "string") ? value : ["*"];
  });
}
