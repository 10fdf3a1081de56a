import type { IncomingMessage } from "node:http";
import type { Target } from "@tandem-ide/client";

/** Reads the body of an HTTP response, cut to `maxLength` characters. */
export async function responseText(response: IncomingMessage, maxLength: number): Promise<string> {
  let body = "";
  try {
    for await (const chunk of response.setEncoding("utf8")) {
      body += chunk;
      if (body.length > maxLength) break;
    }
  } catch {
    // The response was cut off. Use what arrived.
  }
  return body.slice(0, maxLength).trim();
}

/** Removes the endpoint's token from a message. */
export function hideToken({ authToken }: Target, text: string): string {
  return authToken ? text.replaceAll(authToken, "…") : text;
}
