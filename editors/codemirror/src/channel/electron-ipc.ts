/** The messages that carry channels over Electron's IPC. */

export const ipcName = "tandem";

/** A page may reload in the same window, so each channel has its own id. */
export type IpcMessage =
  | { readonly kind: "open"; readonly id: string }
  | { readonly kind: "message"; readonly id: string; readonly message: unknown }
  | { readonly kind: "close"; readonly id: string };

export function isIpcMessage(value: unknown): value is IpcMessage {
  if (typeof value !== "object" || value === null || !("kind" in value) || !("id" in value)) return false;
  const { kind, id } = value;
  return typeof id === "string" && (kind === "open" || kind === "message" || kind === "close");
}
