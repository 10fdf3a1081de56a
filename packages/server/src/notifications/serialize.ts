/** A notification as bytes, serialised once for every client that it goes to. */
export function serializeNotification(method: string, params: unknown): Buffer {
  return Buffer.from(JSON.stringify({ jsonrpc: "2.0", method, params }));
}
