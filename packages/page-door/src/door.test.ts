/** Who is let in, and for how long. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { dirname } from "node:path";
import { FakeClock } from "@tandem/base/testing";
import { describe, expect, test, vi } from "vitest";
import { type Ask, ask, enter, post, standingDoor, tokenOf } from "./testing/standing-door.js";

describe("the names it answers to", () => {
  test("are those of this machine, with any port, because a forward may use another", async () => {
    const { door } = await standingDoor();
    const statusFor = async (host: string) => (await ask(door, "/enter", { headers: { host } })).status;
    for (const host of [`127.0.0.1:${door.port}`, "localhost", "LOCALHOST:9000", "[::1]:80", "127.0.0.1"])
      expect([host, await statusFor(host)]).toEqual([host, 200]);
    const foreign = ["evil.example", `evil.example:${door.port}`, "127.0.0.1.evil.example", "localhost.", "127.0.0.2"];
    for (const host of [...foreign, "localhost:evil", "a@localhost", "[::1"])
      expect([host, await statusFor(host)]).toEqual([host, 403]);
  });

  test("it listens on 127.0.0.1 and nowhere else", async () => {
    const { door } = await standingDoor();
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .map(({ address }) => address)
      .filter((address) => address !== "127.0.0.1" && !address.startsWith("fe80"));
    for (const host of [...others, "127.0.0.2"]) {
      const outcome = await new Promise((resolve) => {
        const socket = connect({ host, port: door.port }, () => resolve("connected"));
        socket.on("error", () => resolve("refused"));
      });
      expect([host, outcome]).toEqual([host, "refused"]);
    }
  });
});

describe("requests of other pages", () => {
  const refusals: [string, Ask][] = [
    ["another origin", { headers: { origin: "http://127.0.0.1:1" } }],
    ["an origin of no name", { headers: { origin: "null" } }],
    ["the same port under another name", { headers: { origin: "http://localhost" } }],
    ["a script of another site", { headers: { "sec-fetch-site": "cross-site", "sec-fetch-dest": "script" } }],
    ["a script of another port", { headers: { "sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors" } }],
    [
      "a frame",
      { headers: { "sec-fetch-site": "same-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" } },
    ],
    [
      "a form of another page",
      {
        method: "POST",
        headers: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
      },
    ],
  ];
  test.each(refusals)("are refused: %s", async (_name, how) => {
    const { door } = await standingDoor();
    const { cookie } = await enter(door);
    const answer = await ask(door, "/", { ...how, headers: { ...how.headers, cookie } });
    expect(answer.status).toBe(403);
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
  });

  test("but a link to it may be followed", async () => {
    const { door } = await standingDoor();
    const headers = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    expect((await ask(door, "/enter", { headers })).status).toBe(200);
  });
});

describe("entering", () => {
  test("a link carries its token in the fragment, and works once", async () => {
    const { door, logged } = await standingDoor();
    const link = door.newLink();
    expect(link).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${door.port}/enter#[\\w-]{43}$`));
    const token = tokenOf(link);
    const first = await post(door, "/enter", { token });
    expect(first.status).toBe(200);
    expect(first.headers["set-cookie"]).toEqual([
      expect.stringMatching(new RegExp(`^tandem-${door.port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/$`)),
    ]);
    const second = await post(door, "/enter", { token });
    expect(second.status).toBe(403);
    expect(second.text).toContain("type “page” for a new link");
    expect(second.headers["set-cookie"]).toBeUndefined();
    expect(logged.join()).not.toContain(token);
  });

  test("sixteen links are valid at a time; then the oldest goes", async () => {
    const { door } = await standingDoor();
    const tokens = Array.from({ length: 17 }, () => tokenOf(door.newLink()));
    const statuses = await Promise.all(tokens.map(async (token) => (await post(door, "/enter", { token })).status));
    expect(statuses).toEqual([403, ...Array(16).fill(200)]);
  });

  test("after twenty wrong tokens there are other words for a minute, and the right one still gets in", async () => {
    const clock = new FakeClock();
    const { door } = await standingDoor({ clock });
    const token = tokenOf(door.newLink());
    const wrong = async () => (await post(door, "/enter", { token: `${token}x` })).status;
    const statuses = [];
    for (let i = 0; i < 21; i++) statuses.push(await wrong());
    expect(statuses).toEqual([...Array(20).fill(403), 429]);
    expect((await post(door, "/enter", { token })).status).toBe(200);
    clock.advance(60_000);
    expect(await wrong()).toBe(403);
  });

  test("needs the Origin of the page and JSON of the right form, and no refusal uses the token up", async () => {
    const { door } = await standingDoor();
    const token = tokenOf(door.newLink());
    const body = JSON.stringify({ token });
    const json = { "content-type": "application/json" };
    const attempt = async (headers: Record<string, string>, sent: string) =>
      (await ask(door, "/enter", { method: "POST", headers, body: sent })).status;
    expect(await attempt(json, body)).toBe(403);
    expect(await attempt({ ...json, origin: "http://evil.example" }, body)).toBe(403);
    expect(await attempt({ ...json, origin: door.origin, host: `localhost:${door.port}` }, body)).toBe(403);
    expect(await attempt({ "content-type": "text/plain", origin: door.origin }, body)).toBe(415);
    expect(await attempt({ ...json, origin: door.origin }, "{")).toBe(400);
    expect(await attempt({ ...json, origin: door.origin }, "[]")).toBe(400);
    expect(await attempt({ ...json, origin: door.origin }, JSON.stringify({ token, x: "x".repeat(1000) }))).toBe(413);
    expect(await attempt({ ...json, origin: door.origin }, body)).toBe(200);
  });
});

describe("the redirect file", () => {
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

  test.skipIf(process.platform === "win32")("is readable by its owner alone, and leads to a link", async () => {
    const { door } = await standingDoor();
    const path = await door.redirectFile();
    expect([mode(path), mode(dirname(path))]).toEqual(["600", "700"]);
    expect(readFileSync(path, "utf8")).toMatch(new RegExp(`content="0; url=${door.origin}/enter#[\\w-]{43}"`));
  });

  test("goes with its directory when the link is used", async () => {
    const { door } = await standingDoor();
    const path = await door.redirectFile();
    const other = await door.redirectFile();
    const token = /#([\w-]+)/.exec(readFileSync(path, "utf8"))?.[1];
    expect((await post(door, "/enter", { token })).status).toBe(200);
    await vi.waitFor(() => expect(existsSync(dirname(path))).toBe(false));
    expect(existsSync(other)).toBe(true);
  });

  test("goes after a minute, and with the door", async () => {
    const clock = new FakeClock();
    const { door } = await standingDoor({ clock });
    const early = await door.redirectFile();
    clock.advance(59_000);
    const late = await door.redirectFile();
    expect(existsSync(early)).toBe(true);
    clock.advance(1000);
    await vi.waitFor(() => expect(existsSync(dirname(early))).toBe(false));
    expect(existsSync(late)).toBe(true);
    const unfinished = door.redirectFile();
    await door.close();
    expect(existsSync(dirname(late))).toBe(false);
    expect(existsSync(dirname(await unfinished))).toBe(false);
    await expect(door.redirectFile()).rejects.toThrow("closed");
  });
});

test("a fixed port that is taken is an error, not another port", async () => {
  const { door } = await standingDoor();
  await expect(standingDoor({ port: door.port })).rejects.toThrow(/EADDRINUSE.*Start without a fixed port/);
});
