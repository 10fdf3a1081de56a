/** Who may connect, and for how long. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { dirname } from "node:path";
import { FakeClock } from "@tandem-ide/base/testing";
import { describe, expect, test, vi } from "vitest";
import { type Ask, ask, enter, post, testPageServer, tokenOf } from "./testing/test-page-server.js";

describe("host names", () => {
  test("accepts this machine's names with any port, because an SSH forward may use another", async () => {
    const { server } = await testPageServer();
    const statusFor = async (host: string) => (await ask(server, "/enter", { headers: { host } })).status;
    for (const host of [`127.0.0.1:${server.port}`, "localhost", "LOCALHOST:9000", "[::1]:80", "127.0.0.1"])
      expect([host, await statusFor(host)]).toEqual([host, 200]);
    const foreign = [
      "evil.example",
      `evil.example:${server.port}`,
      "127.0.0.1.evil.example",
      "localhost.",
      "127.0.0.2",
    ];
    for (const host of [...foreign, "localhost:evil", "a@localhost", "[::1"])
      expect([host, await statusFor(host)]).toEqual([host, 403]);
  });

  test("listens only on 127.0.0.1", async () => {
    const { server } = await testPageServer();
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .map(({ address }) => address)
      .filter((address) => address !== "127.0.0.1" && !address.startsWith("fe80"));
    for (const host of [...others, "127.0.0.2"]) {
      const outcome = await new Promise((resolve) => {
        const socket = connect({ host, port: server.port }, () => resolve("connected"));
        socket.on("error", () => resolve("refused"));
      });
      expect([host, outcome]).toEqual([host, "refused"]);
    }
  });
});

describe("requests from other pages", () => {
  const refusals: [string, Ask][] = [
    ["another origin", { headers: { origin: "http://127.0.0.1:1" } }],
    ["an opaque origin", { headers: { origin: "null" } }],
    ["the same port under another name", { headers: { origin: "http://localhost" } }],
    ["a script from another site", { headers: { "sec-fetch-site": "cross-site", "sec-fetch-dest": "script" } }],
    ["a script from another port", { headers: { "sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors" } }],
    [
      "a frame",
      { headers: { "sec-fetch-site": "same-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" } },
    ],
    [
      "a form on another page",
      {
        method: "POST",
        headers: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
      },
    ],
  ];
  test.each(refusals)("are refused: %s", async (_name, how) => {
    const { server } = await testPageServer();
    const { cookie } = await enter(server);
    const answer = await ask(server, "/", { ...how, headers: { ...how.headers, cookie } });
    expect(answer.status).toBe(403);
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
  });

  test("allows following a link to it", async () => {
    const { server } = await testPageServer();
    const headers = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    expect((await ask(server, "/enter", { headers })).status).toBe(200);
  });
});

describe("signing in", () => {
  test("a link has its token in the fragment and works once", async () => {
    const { server, logged } = await testPageServer();
    const link = server.newLink();
    expect(link).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${server.port}/enter#[\\w-]{43}$`));
    const token = tokenOf(link);
    const first = await post(server, "/enter", { token });
    expect(first.status).toBe(200);
    expect(first.headers["set-cookie"]).toEqual([
      expect.stringMatching(new RegExp(`^tandem-${server.port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/$`)),
    ]);
    const second = await post(server, "/enter", { token });
    expect(second.status).toBe(403);
    expect(second.text).toContain("type “page” for a new link");
    expect(second.headers["set-cookie"]).toBeUndefined();
    expect(logged.join()).not.toContain(token);
  });

  test("sixteen links are valid at a time", async () => {
    const { server } = await testPageServer();
    const tokens = Array.from({ length: 17 }, () => tokenOf(server.newLink()));
    const statuses = await Promise.all(tokens.map(async (token) => (await post(server, "/enter", { token })).status));
    expect(statuses).toEqual([403, ...Array(16).fill(200)]);
  });

  test("after twenty wrong tokens the message changes for a minute, and a right one still works", async () => {
    const clock = new FakeClock();
    const { server } = await testPageServer({ clock });
    const token = tokenOf(server.newLink());
    const wrong = async () => (await post(server, "/enter", { token: `${token}x` })).status;
    const statuses = [];
    for (let i = 0; i < 21; i++) statuses.push(await wrong());
    expect(statuses).toEqual([...Array(20).fill(403), 429]);
    expect((await post(server, "/enter", { token })).status).toBe(200);
    clock.advance(60_000);
    expect(await wrong()).toBe(403);
  });

  test("needs the page's Origin and valid JSON, and refusals don't use up the token", async () => {
    const { server } = await testPageServer();
    const token = tokenOf(server.newLink());
    const body = JSON.stringify({ token });
    const json = { "content-type": "application/json" };
    const attempt = async (headers: Record<string, string>, sent: string) =>
      (await ask(server, "/enter", { method: "POST", headers, body: sent })).status;
    expect(await attempt(json, body)).toBe(403);
    expect(await attempt({ ...json, origin: "http://evil.example" }, body)).toBe(403);
    expect(await attempt({ ...json, origin: server.origin, host: `localhost:${server.port}` }, body)).toBe(403);
    expect(await attempt({ "content-type": "text/plain", origin: server.origin }, body)).toBe(415);
    expect(await attempt({ ...json, origin: server.origin }, "{")).toBe(400);
    expect(await attempt({ ...json, origin: server.origin }, "[]")).toBe(400);
    expect(await attempt({ ...json, origin: server.origin }, JSON.stringify({ token, x: "x".repeat(1000) }))).toBe(413);
    expect(await attempt({ ...json, origin: server.origin }, body)).toBe(200);
  });
});

describe("the redirect file", () => {
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

  test.skipIf(process.platform === "win32")("is only readable by its owner and leads to a link", async () => {
    const { server } = await testPageServer();
    const path = await server.redirectFile();
    expect([mode(path), mode(dirname(path))]).toEqual(["600", "700"]);
    expect(readFileSync(path, "utf8")).toMatch(new RegExp(`content="0; url=${server.origin}/enter#[\\w-]{43}"`));
  });

  test("is removed with its directory when the link is used", async () => {
    const { server } = await testPageServer();
    const path = await server.redirectFile();
    const other = await server.redirectFile();
    const token = /#([\w-]+)/.exec(readFileSync(path, "utf8"))?.[1];
    expect((await post(server, "/enter", { token })).status).toBe(200);
    await vi.waitFor(() => expect(existsSync(dirname(path))).toBe(false));
    expect(existsSync(other)).toBe(true);
  });

  test("is removed after a minute and when the server closes", async () => {
    const clock = new FakeClock();
    const { server } = await testPageServer({ clock });
    const early = await server.redirectFile();
    clock.advance(59_000);
    const late = await server.redirectFile();
    expect(existsSync(early)).toBe(true);
    clock.advance(1000);
    await vi.waitFor(() => expect(existsSync(dirname(early))).toBe(false));
    expect(existsSync(late)).toBe(true);
    const unfinished = server.redirectFile();
    await server.close();
    expect(existsSync(dirname(late))).toBe(false);
    expect(existsSync(dirname(await unfinished))).toBe(false);
    await expect(server.redirectFile()).rejects.toThrow("closed");
  });
});

test("fails when the requested port is taken", async () => {
  const { server } = await testPageServer();
  await expect(testPageServer({ port: server.port })).rejects.toThrow(/EADDRINUSE.*Choose another port/);
});
