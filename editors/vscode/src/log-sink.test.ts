import { expect, test } from "vitest";
import { logSink, toLine } from "./log-sink.js";

test("an entry is one line, with what is known beside it", () => {
  expect(toLine({ level: "info", message: "Listening", details: { port: 12345 } })).toBe('Listening {"port":12345}');
  expect(toLine({ level: "info", message: "Listening" })).toBe("Listening");
  expect(toLine({ level: "info", message: "Listening", details: {} })).toBe("Listening");
});

test("each level has its own", () => {
  const told: string[] = [];
  const tell = (level: string) => (message: string) => told.push(`${level}: ${message}`);
  const sink = logSink({ error: tell("error"), warn: tell("warn"), info: tell("info"), debug: tell("debug") });
  sink({ level: "warn", message: "late" });
  sink({ level: "debug", message: "detail" });
  expect(told).toEqual(["warn: late", "debug: detail"]);
});
