/** Serves the page at `app://editor/`. A page from file:// could read more files. */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";

export const scheme = "app";
export const pageAddress = "app://editor/";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

/** The nonce allows the styles that CodeMirror adds to the page. */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Returns a handler that serves the page's files in `folder`. */
export function pageHandler(folder: string): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname } = new URL(request.url);
    const name = pathname === "/" ? "index.html" : pathname.slice(1);
    const type = types[extname(name)];
    if (type === undefined || !/^[\w.-]+$/.test(name)) return new Response("Not found", { status: 404 });
    try {
      const text = await readFile(join(folder, name), "utf8");
      const nonce = randomBytes(16).toString("base64");
      return new Response(name === "index.html" ? text.replace("{{nonce}}", nonce) : text, {
        headers: { "content-type": type, "content-security-policy": policy(nonce) },
      });
    } catch {
      return new Response("Not found", { status: 404 });
    }
  };
}
