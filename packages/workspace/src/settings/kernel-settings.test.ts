import { expect, test } from "vitest";
import { kernelSettings } from "./kernel-settings.js";

const env = { HOME: "/home/ada" };

test("what is set is passed on, and nothing is set without settings", () => {
  expect(kernelSettings({}, env)).toEqual({});
  const settings = {
    server: { url: "http://localhost:8888/", token: "t" },
    command: ["/opt/jupyter", "server"],
    kernelName: "python3",
  };
  expect(kernelSettings({ jupyter: settings }, env)).toEqual(settings);
});

test("what makes no sense is named, without the token", () => {
  expect(() => kernelSettings({ jupyter: { command: "jupyter" } }, env)).toThrow(
    /settings\.json cannot be used: .*command/,
  );
  expect(() => kernelSettings({ jupyter: { kernel: "x" } }, env)).toThrow(/kernel/);
  const wrong = () => kernelSettings({ jupyter: { server: { token: "secret-token" } } }, env);
  expect(wrong).toThrow(/url/);
  expect(wrong).not.toThrow(/secret-token/);
});
