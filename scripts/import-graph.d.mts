/** Returns the test files that import one of the changed files, directly or indirectly. */
export function testsReaching(root: string, changed: readonly string[]): string[];
