export const companionFolder: string;
/** The folder that VS Code gives the extension. */
export const extensionFolder: string;
/** The extension, as `--install-extension` has unpacked it. */
export const installedExtension: string;
/** Builds what the tests load into VS Code, unless `npm test` has done so. */
export function setup(): Promise<void>;
