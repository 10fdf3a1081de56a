/** Returns the problems of the repository at this root, one line each. */
export function checkImports(root: string): string[];
