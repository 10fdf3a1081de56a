/** Bundles review-page.ts and serves it on the loopback interface, under a policy that allows nothing without its nonce. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

export interface ServedPage {
  readonly url: string;
  close(): Promise<void>;
}

export async function serveReviewPage(): Promise<ServedPage> {
  const bundle = await build({
    entryPoints: [fileURLToPath(new URL("review-page.ts", import.meta.url))],
    bundle: true,
    write: false,
    format: "iife",
    platform: "browser",
    conditions: ["@tandem/source"],
  });
  const script = bundle.outputFiles[0]?.text ?? "";
  const nonce = randomBytes(16).toString("base64");
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Review</title>
<style nonce="${nonce}">html, body { margin: 0; height: 100% } main { height: 100%; font-size: 14px } .cm-editor { outline: none }</style>
<main></main><script nonce="${nonce}">${script.replaceAll("</script", "<\\/script")}</script></html>`;
  const server = createServer((request, response) => {
    if (request.url !== "/") {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`,
    });
    response.end(html);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server of the page has no port.");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
