import { expect, test } from "vitest";
import { kernelSettings } from "./kernel-settings.js";

const env = { HOME: "/home/ada" };

test("what is set is passed on, and nothing is set without settings", () => {
  expect(kernelSettings(undefined, env)).toEqual({});
  const settings = {
    server: { url: "http://localhost:8888/", token: "t" },
    command: ["/opt/jupyter", "server"],
    kernelName: "python3",
  };
  expect(kernelSettings(settings, env)).toEqual(settings);
});

test("what makes no sense is named, without the token", () => {
  expect(() => kernelSettings({ command: "jupyter" }, env)).toThrow(/settings\.json cannot be used: .*command/);
  expect(() => kernelSettings({ kernel: "x" }, env)).toThrow(/kernel/);
  const wrong = () => kernelSettings({ server: { token: "secret-token" } }, env);
  expect(wrong).toThrow(/url/);
  expect(wrong).not.toThrow(/secret-token/);
});
