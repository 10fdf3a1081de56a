import type { WebSocket } from "ws";

/** Returns true for codes that a close frame may contain (RFC 6455, section 7.4). */
function isSendable(code: number): boolean {
  return (code >= 1000 && code <= 1014 && (code < 1004 || code > 1006)) || (code >= 3000 && code <= 4999);
}

const maxReasonBytes = 123;
const connectionLost = 1006;

/** Closes a connection the way the recorded one ended. Calls `otherwise` if that is unknown or impossible. */
export function closeAsRecorded(
  socket: WebSocket,
  recorded: { readonly code: number; readonly reason: string } | undefined,
  otherwise: () => void,
): void {
  if (recorded?.code === connectionLost) socket.terminate();
  else if (!recorded || !isSendable(recorded.code)) otherwise();
  else socket.close(recorded.code, Buffer.byteLength(recorded.reason) <= maxReasonBytes ? recorded.reason : "");
}
