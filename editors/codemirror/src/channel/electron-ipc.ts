/** What the two processes of Electron say to each other so that channels can be had over its IPC. */

/** The name under which they speak. */
export const ipcName = "tandem";

/** A page may be loaded anew in the same window: each of its channels has an id of its own. */
export type IpcMessage =
  | { readonly kind: "open"; readonly id: string }
  | { readonly kind: "message"; readonly id: string; readonly message: unknown }
  | { readonly kind: "close"; readonly id: string };

export function isIpcMessage(value: unknown): value is IpcMessage {
  if (typeof value !== "object" || value === null || !("kind" in value) || !("id" in value)) return false;
  const { kind, id } = value;
  return typeof id === "string" && (kind === "open" || kind === "message" || kind === "close");
}
