/**
 * Another user of the machine guesses tokens as fast as possible: none is accepted, and the owner is served without
 * delay.
 */
import { connect } from "@tandem-ide/client";
import { authorizationHeader } from "@tandem-ide/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { scaled, tally } from "./tally.js";
import { bundleFixture, type FixturePrograms, startCalmClient, startVictim } from "./victim-fixture.js";

let programs: FixturePrograms;
beforeAll(async () => {
  programs = await bundleFixture();
});
afterAll(() => Promise.all([programs?.victim.remove(), programs?.calm.remove()]));

/** One guess: the status of the refusal, or "in". */
function guess(port: number, token: string): Promise<number | "in"> {
  return new Promise((resolve) => {
    const headers = { [authorizationHeader]: token };
    const socket = new WebSocket(`ws://127.0.0.1:${port}`, ["mcp"], { headers });
    socket.on("open", () => {
      socket.terminate();
      resolve("in");
    });
    socket.on("error", () => resolve(0));
    socket.on("unexpected-response", (_request, response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
  });
}

test.runIf(process.platform === "linux")(
  "wrong tokens are rate limited, and the owner can always connect",
  async () => {
    const victim = await startVictim(programs);
    const { port, authToken } = victim.target;
    const calm = await startCalmClient(programs, victim.target);
    const [wanted, atOnce] = [scaled(400, 20_000), 20];
    const seen = new Map<number | "in", number>();
    let [made, owners] = [0, 0];
    const guesser = async () => {
      while (made < wanted) {
        // As similar to the right one as possible.
        const mine = made++;
        const wrong = `${authToken.slice(0, -4)}${mine.toString(16).padStart(4, "0")}`;
        if (wrong === authToken) continue;
        const outcome = await guess(port, wrong);
        seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
        if (mine % 100 !== 0) continue;
        // In the meantime, the owner connects with the right one.
        const client = await connect({ port, authToken });
        await client.close();
        owners++;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, guesser));
    const { worstMs, lost } = await calm.stop();
    const refused = (seen.get(401) ?? 0) + (seen.get(429) ?? 0);
    expect(seen.has("in")).toBe(false);
    // Most of them got no explanation, and each of the others counts.
    expect(seen.get(429) ?? 0).toBeGreaterThan(seen.get(401) ?? 0);
    expect(owners).toBeGreaterThan(0);
    expect(victim.isAlive(), victim.complaints()).toBe(true);
    tally({ what: "Guessed tokens", attempts: made, refused, crashes: 0, lost, leaked: 0, worstMs });
  },
);
