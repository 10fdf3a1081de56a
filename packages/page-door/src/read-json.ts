/** Reads the small JSON body of a request. */
import type { IncomingMessage } from "node:http";

/** A token and a key are far smaller. */
const maxBodyBytes = 1024;

/** The parsed body, or the status that says what is wrong with it. */
export async function readJson(request: IncomingMessage): Promise<{ readonly json: unknown } | 400 | 413 | 415> {
  // A form cannot send this type, and another origin's script not without asking first.
  if (!/^application\/json\s*(;|$)/i.test(request.headers["content-type"] ?? "")) return 415;
  const chunks: Buffer[] = [];
  let size = 0;
  // The answer still has to go out on this connection, however this ends.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBodyBytes) return 413;
    chunks.push(bytes);
  }
  try {
    return { json: JSON.parse(Buffer.concat(chunks).toString("utf8")) };
  } catch {
    return 400;
  }
}
