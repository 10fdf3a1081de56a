export const extensionFolder: string;
export function buildVscode(): Promise<void>;
