/** Bundles review-page.ts and serves it on the loopback interface, with a policy that requires its nonce. */
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { type ServedPage, serveHtml } from "../serve-html.js";

export async function serveReviewPage(): Promise<ServedPage> {
  const bundle = await build({
    entryPoints: [fileURLToPath(new URL("review-page.ts", import.meta.url))],
    bundle: true,
    write: false,
    format: "iife",
    platform: "browser",
    conditions: ["@tandem-ide/source"],
  });
  const script = bundle.outputFiles[0]?.text ?? "";
  const nonce = randomBytes(16).toString("base64");
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Review</title>
<style nonce="${nonce}">html, body { margin: 0; height: 100% } main { height: 100%; font-size: 14px } .cm-editor { outline: none }</style>
<main></main><script nonce="${nonce}">${script.replaceAll("</script", "<\\/script")}</script></html>`;
  return await serveHtml(html, {
    "content-security-policy": `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`,
  });
}
