/** The user's settings file, shared by all editors. */
export { readSettings, type Settings, SettingsError, settingsFile } from "./settings.js";
