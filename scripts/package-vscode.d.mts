/** Builds and packages the extension for VS Code. Rejects when vsce reports a problem or the file is too large. */
export function packageVscode(): Promise<{ readonly file: string; readonly bytes: number }>;
