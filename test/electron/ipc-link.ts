/** Carries the stand-in's IPC between Node and Chromium with the kit's own channels, a port over a socket. */
import type { Channel } from "@tandem-ide/codemirror/page";

export type ToMain =
  | { readonly type: "send"; readonly name: string; readonly message: unknown }
  | { readonly type: "invoke"; readonly id: number; readonly name: string; readonly parameters: readonly unknown[] };

export type ToPage =
  | { readonly type: "send"; readonly name: string; readonly message: unknown }
  | { readonly type: "answer"; readonly id: number; readonly result: unknown; readonly error?: string };

/** Forwards messages between two channels. */
export function join(a: Channel, b: Channel): void {
  a.onMessage((message) => b.send(message));
  b.onMessage((message) => a.send(message));
  a.onClose(() => b.close());
  b.onClose(() => a.close());
}
