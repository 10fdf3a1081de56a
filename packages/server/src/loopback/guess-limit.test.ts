import { FakeClock } from "@tandem-ide/base/testing";
import { expect, test } from "vitest";
import { runEndpoint } from "../testing/running-endpoint.js";
import { TestClient } from "../testing/test-client.js";
import { guessLimit } from "./guess-limit.js";

test("answers thirty wrong tokens at once, then five per second, and thirty again after an hour", () => {
  const clock = new FakeClock();
  const isOver = guessLimit(clock);
  const answered = (guesses: number) => Array.from({ length: guesses }, isOver).filter((over) => !over).length;
  expect(answered(100)).toBe(30);
  clock.advance(1000);
  expect(answered(100)).toBe(5);
  clock.advance(3_600_000);
  expect(answered(100)).toBe(30);
});

test("many wrong tokens leave few log lines and don't lock out the right one", async () => {
  const { endpoint, log } = await runEndpoint({ clock: new FakeClock() });
  const statuses: string[] = [];
  for (let i = 0; i < 100; i++)
    await TestClient.open({ port: endpoint.port, authToken: "wrong" }).catch((error) => statuses.push(String(error)));
  expect(statuses.filter((status) => status.includes("401"))).toHaveLength(30);
  expect(statuses.filter((status) => status.includes("429"))).toHaveLength(70);
  expect(log.filter(({ message }) => message.startsWith("Rejected"))).toHaveLength(30);
  await TestClient.open(endpoint);
});
