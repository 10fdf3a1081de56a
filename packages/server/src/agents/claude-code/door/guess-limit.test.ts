import { FakeClock } from "@tandem/base/testing";
import { expect, test } from "vitest";
import { runEndpoint } from "../../../testing/running-endpoint.js";
import { TestClient } from "../../../testing/test-client.js";
import { guessLimit } from "./guess-limit.js";

test("thirty wrong ones at once are answered, then five a second, however long nobody guessed", () => {
  const clock = new FakeClock();
  const isOver = guessLimit(clock);
  const answered = (guesses: number) => Array.from({ length: guesses }, isOver).filter((over) => !over).length;
  expect(answered(100)).toBe(30);
  clock.advance(1000);
  expect(answered(100)).toBe(5);
  clock.advance(3_600_000);
  expect(answered(100)).toBe(30);
});

test("many wrong tokens leave few lines in the log, and keep nobody out who has the right one", async () => {
  const { ide, log } = await runEndpoint({ clock: new FakeClock() });
  const statuses: string[] = [];
  for (let i = 0; i < 100; i++)
    await TestClient.open({ port: ide.port, authToken: "wrong" }).catch((error) => statuses.push(String(error)));
  expect(statuses.filter((words) => words.includes("401"))).toHaveLength(30);
  expect(statuses.filter((words) => words.includes("429"))).toHaveLength(70);
  expect(log.filter(({ message }) => message.startsWith("Refused"))).toHaveLength(30);
  await TestClient.open(ide);
});
