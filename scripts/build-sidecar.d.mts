export const sidecarFile: string;
export function buildSidecar(): Promise<void>;
export const sidecarBuild: import("esbuild").BuildOptions;
