/** The user's settings file, the same for all editors. */
export { readSettings, type Settings, SettingsError, settingsFile } from "./settings.js";
