import type { IncomingMessage } from "node:http";

/** Far more than a token and a key need. */
const maxBodyBytes = 1024;

/** Parses the JSON body of a request. Returns the HTTP status to respond with if it is invalid. */
export async function readJson(request: IncomingMessage): Promise<{ readonly json: unknown } | 400 | 413 | 415> {
  // A form can't send this type, and a script from another origin needs a CORS preflight.
  if (!/^application\/json\s*(;|$)/i.test(request.headers["content-type"] ?? "")) return 415;
  const chunks: Buffer[] = [];
  let size = 0;
  // Keep the connection open for the response.
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
