export const claudeCodeVersions: readonly string[];
export function claudeCodeCommand(version: string): string[];
export function installClaudeCode(version: string): Promise<void>;
export function findClaudeCode(wanted: string): Promise<string>;
