import { expect, test } from "vitest";
import { logSink, toLine } from "./log-sink.js";

test("writes an entry with its details in one line", () => {
  expect(toLine({ level: "info", message: "Listening", details: { port: 12345 } })).toBe('Listening {"port":12345}');
  expect(toLine({ level: "info", message: "Listening" })).toBe("Listening");
  expect(toLine({ level: "info", message: "Listening", details: {} })).toBe("Listening");
});

test("uses the channel's method for each level", () => {
  const logged: string[] = [];
  const tell = (level: string) => (message: string) => logged.push(`${level}: ${message}`);
  const sink = logSink({ error: tell("error"), warn: tell("warn"), info: tell("info"), debug: tell("debug") });
  sink({ level: "warn", message: "late" });
  sink({ level: "debug", message: "detail" });
  expect(logged).toEqual(["warn: late", "debug: detail"]);
});
