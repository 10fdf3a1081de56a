/** What is served to whom. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { openDoor } from "./door.js";
import { ask, enter, load, post, script, standingDoor } from "./testing/standing-door.js";

const asset = "/assets/main-abc123.js";

describe("the page", () => {
  test("without the cookie: words how to get in, and nothing secret", async () => {
    const { door } = await standingDoor();
    await enter(door);
    for (const cookie of ["", `tandem-${door.port}=wrong`, `tandem-${door.port}=`, "tandem=1; a"]) {
      const answer = await ask(door, "/", { headers: { cookie } });
      expect(answer.status).toBe(401);
      expect(answer.text).toContain("type “page” for a new link");
      expect(answer.text).not.toMatch(/secret|nonce/);
      expect((await ask(door, asset, { headers: { cookie } })).status).toBe(401);
    }
  });

  test("with it: fresh secrets at each load, never stored, and a policy without unsafe sources", async () => {
    const { door } = await standingDoor();
    const { cookie } = await enter(door);
    const host = `127.0.0.1:${door.port}`;
    const [one, two] = await Promise.all([1, 2].map(() => ask(door, "/", { headers: { cookie } })));
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

  test("a cookie of the same name from another port does not shut the user out", async () => {
    const { door } = await standingDoor();
    const { cookie } = await enter(door);
    const headers = { cookie: `tandem-${door.port}=tossed; other=1; ${cookie}` };
    expect((await ask(door, "/", { headers })).status).toBe(200);
  });

  test("every answer has the headers that keep other pages out", async () => {
    const { door } = await standingDoor();
    const { cookie } = await enter(door);
    const asked = await Promise.all([
      ask(door, "/"),
      ask(door, "/", { headers: { cookie } }),
      ask(door, asset, { headers: { cookie } }),
      ask(door, "/enter"),
      ask(door, "/missing", { headers: { cookie } }),
      ask(door, "/", { headers: { host: "evil.example" } }),
      ask(door, "/", { method: "DELETE" }),
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

  test("its files come with their type, compressed when that is understood, and only by their whole names", async () => {
    const { door } = await standingDoor();
    const { cookie } = await enter(door);
    const get = (path: string, headers = {}) => ask(door, path, { headers: { cookie, ...headers } });
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
    for (const path of [...outside, `http://127.0.0.1:${door.port}/`, "//icon.svg"])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  test("HEAD is GET without the body; other methods are not known", async () => {
    const { door } = await standingDoor();
    const { cookie } = await enter(door);
    const head = await ask(door, asset, { method: "HEAD", headers: { cookie } });
    expect([head.status, head.text, head.headers["content-length"]]).toEqual([200, "", String(script.length)]);
    for (const method of ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
      expect([method, (await ask(door, "/enter", { method, headers: { cookie } })).status]).toEqual([method, 405]);
    expect((await post(door, "/", {}, { cookie })).status).toBe(405);
  });

  test("that is not built is said", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tandem-test-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const opening = openDoor({ pageFolder: folder, onWindow: () => {}, log: () => {} });
    await expect(opening).rejects.toThrow("The page is not built: run npm run build");
  });
});

describe("the browser's key", () => {
  test("makes a load count only together with the cookie and the load's secret", async () => {
    const { door } = await standingDoor();
    const { cookie, key } = await enter(door);
    const secret = await load(door, cookie);
    expect((await post(door, "/tab", { key: `${key}x`, secret }, { cookie })).status).toBe(403);
    expect((await post(door, "/tab", { key, secret: `${secret}x` }, { cookie })).status).toBe(403);
    expect((await post(door, "/tab", { key, secret })).status).toBe(403);
    expect((await post(door, "/tab", { key }, { cookie })).status).toBe(400);
    expect((await post(door, "/tab", { key, secret }, { cookie, origin: "http://127.0.0.1:1" })).status).toBe(403);
    expect((await post(door, "/tab", { key, secret }, { cookie })).status).toBe(200);
  });

  test("is in no page and no cookie", async () => {
    const { door } = await standingDoor();
    const { cookie, key } = await enter(door);
    expect(cookie).not.toContain(key);
    for (const path of ["/", "/enter", "/enter.js", "/tab.js"])
      expect((await ask(door, path, { headers: { cookie } })).text).not.toContain(key);
  });
});
