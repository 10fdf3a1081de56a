/** Ends a connection as a recorded one ended, as far as that can be done again. */
import type { WebSocket } from "ws";

/** What a close frame may hold (RFC 6455, section 7.4); a recording that was changed by hand may have anything. */
function isSendable(code: number): boolean {
  return (code >= 1000 && code <= 1014 && (code < 1004 || code > 1006)) || (code >= 3000 && code <= 4999);
}

const maxReasonBytes = 123;
const brokenOff = 1006;

/** Without a recorded end, or with one that no frame can hold, `otherwise` is done. */
export function closeAsRecorded(
  socket: WebSocket,
  recorded: { readonly code: number; readonly reason: string } | undefined,
  otherwise: () => void,
): void {
  if (recorded?.code === brokenOff) socket.terminate();
  else if (!recorded || !isSendable(recorded.code)) otherwise();
  else socket.close(recorded.code, Buffer.byteLength(recorded.reason) <= maxReasonBytes ? recorded.reason : "");
}
