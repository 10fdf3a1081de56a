export function buildEditor(
  folder?: string,
  entries?: { readonly main?: string; readonly preload?: string; readonly renderer?: string },
): Promise<void>;
