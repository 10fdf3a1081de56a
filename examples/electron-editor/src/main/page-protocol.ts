/** Serves the page under an address of its own, `app://editor/`, instead of file://, from where a page may read more. */
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

/** CodeMirror writes its styles into the page: the nonce allows those, and no others. */
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

/** Answers for the files of the page in `folder`, and for nothing else. */
export function pageHandler(folder: string): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname } = new URL(request.url);
    const name = pathname === "/" ? "index.html" : pathname.slice(1);
    const type = types[extname(name)];
    if (type === undefined || !/^[\w.-]+$/.test(name)) return new Response("Not here", { status: 404 });
    try {
      const text = await readFile(join(folder, name), "utf8");
      const nonce = randomBytes(16).toString("base64");
      return new Response(name === "index.html" ? text.replace("{{nonce}}", nonce) : text, {
        headers: { "content-type": type, "content-security-policy": policy(nonce) },
      });
    } catch {
      return new Response("Not here", { status: 404 });
    }
  };
}
