/** Which requests get which answers. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { startPageServer } from "./page-server.js";
import { ask, enter, load, post, script, testPageServer } from "./testing/test-page-server.js";

const asset = "/assets/main-abc123.js";

describe("the page", () => {
  test("without the cookie explains how to sign in and contains no secrets", async () => {
    const { server } = await testPageServer();
    await enter(server);
    for (const cookie of ["", `tandem-${server.port}=wrong`, `tandem-${server.port}=`, "tandem=1; a"]) {
      const answer = await ask(server, "/", { headers: { cookie } });
      expect(answer.status).toBe(401);
      expect(answer.text).toContain("type “page” for a new link");
      expect(answer.text).not.toMatch(/secret|nonce/);
      expect((await ask(server, asset, { headers: { cookie } })).status).toBe(401);
    }
  });

  test("with the cookie has new secrets at each load, isn't cached, and allows no unsafe sources", async () => {
    const { server } = await testPageServer();
    const { cookie } = await enter(server);
    const host = `127.0.0.1:${server.port}`;
    const [one, two] = await Promise.all([1, 2].map(() => ask(server, "/", { headers: { cookie } })));
    expect(one?.status).toBe(200);
    const nonce = /nonce="([^"]+)"/.exec(one?.text ?? "")?.[1] ?? "";
    const secret = /content="([^"]+)"/.exec(one?.text ?? "")?.[1] ?? "";
    expect(nonce).toMatch(/^[\w-]{43}$/);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(two?.text).not.toContain(nonce);
    expect(two?.text).not.toContain(secret);
    expect(one?.headers).toMatchObject({
      "cache-control": "no-store",
      "content-security-policy": `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; connect-src 'self' ws://${host}; img-src 'self' data:; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    });
  });

  test("a cookie of the same name from another port does not lock the user out", async () => {
    const { server } = await testPageServer();
    const { cookie } = await enter(server);
    const headers = { cookie: `tandem-${server.port}=tossed; other=1; ${cookie}` };
    expect((await ask(server, "/", { headers })).status).toBe(200);
  });

  test("sends security headers with every response", async () => {
    const { server } = await testPageServer();
    const { cookie } = await enter(server);
    const asked = await Promise.all([
      ask(server, "/"),
      ask(server, "/", { headers: { cookie } }),
      ask(server, asset, { headers: { cookie } }),
      ask(server, "/enter"),
      ask(server, "/missing", { headers: { cookie } }),
      ask(server, "/", { headers: { host: "evil.example" } }),
      ask(server, "/", { method: "DELETE" }),
    ]);
    expect(asked.map(({ status }) => status)).toEqual([401, 200, 200, 200, 404, 403, 405]);
    for (const { headers } of asked) {
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
      });
      const policy = headers["content-security-policy"];
      expect(policy).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
    }
  });

  test("serves files with their type, compressed if accepted, and only by exact path", async () => {
    const { server } = await testPageServer();
    const { cookie } = await enter(server);
    const get = (path: string, headers = {}) => ask(server, path, { headers: { cookie, ...headers } });
    const straight = await get(`${asset}?v=1`);
    expect(straight.text).toBe(script);
    expect(straight.headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "private, max-age=31536000, immutable",
    });
    const packed = await get(asset, { "accept-encoding": "br, gzip" });
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(packed.body.length).toBeLessThan(script.length);
    expect(gunzipSync(packed.body).toString()).toBe(script);
    expect((await get(asset, { "accept-encoding": "gzip;q=0" })).headers["content-encoding"]).toBeUndefined();
    expect((await get("/icon.svg")).headers).toMatchObject({
      "content-type": "image/svg+xml; charset=utf-8",
      "cache-control": "private, no-cache",
    });
    const outside = ["/../../etc/passwd", "/%2e%2e/index.html", "/assets/../icon.svg", "/assets", "/index.html"];
    for (const path of [...outside, `http://127.0.0.1:${server.port}/`, "//icon.svg"])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  test("answers HEAD like GET without the body, and refuses other methods", async () => {
    const { server } = await testPageServer();
    const { cookie } = await enter(server);
    const head = await ask(server, asset, { method: "HEAD", headers: { cookie } });
    expect([head.status, head.text, head.headers["content-length"]]).toEqual([200, "", String(script.length)]);
    for (const method of ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
      expect([method, (await ask(server, "/enter", { method, headers: { cookie } })).status]).toEqual([method, 405]);
    expect((await post(server, "/", {}, { cookie })).status).toBe(405);
  });

  test("an unbuilt page is an error", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tandem-test-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const opening = startPageServer({ pageFolder: folder, onWindow: () => {}, log: () => {} });
    await expect(opening).rejects.toThrow("The page isn't built. Run `npm run build`.");
  });
});

describe("the browser's key", () => {
  test("proves a load only together with the cookie and the load's secret", async () => {
    const { server } = await testPageServer();
    const { cookie, key } = await enter(server);
    const secret = await load(server, cookie);
    expect((await post(server, "/tab", { key: `${key}x`, secret }, { cookie })).status).toBe(403);
    expect((await post(server, "/tab", { key, secret: `${secret}x` }, { cookie })).status).toBe(403);
    expect((await post(server, "/tab", { key, secret })).status).toBe(403);
    expect((await post(server, "/tab", { key }, { cookie })).status).toBe(400);
    expect((await post(server, "/tab", { key, secret }, { cookie, origin: "http://127.0.0.1:1" })).status).toBe(403);
    expect((await post(server, "/tab", { key, secret }, { cookie })).status).toBe(200);
  });

  test("isn't in any page or cookie", async () => {
    const { server } = await testPageServer();
    const { cookie, key } = await enter(server);
    expect(cookie).not.toContain(key);
    for (const path of ["/", "/enter", "/enter.js", "/tab.js"])
      expect((await ask(server, path, { headers: { cookie } })).text).not.toContain(key);
  });
});
