export const sidecarFile: string;
export function buildSidecar(): Promise<void>;
