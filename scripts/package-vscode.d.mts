/** Builds and packs the extension for VS Code; rejects when the packer complains, or when it is too large. */
export function packageVscode(): Promise<{ readonly file: string; readonly bytes: number }>;
