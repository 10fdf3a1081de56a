import { expect, test } from "vitest";
import { kernelSettings } from "./kernel-settings.js";

const env = { HOME: "/home/ada" };

test("passes on what is set, and sets nothing without settings", () => {
  expect(kernelSettings({}, env)).toEqual({});
  const settings = {
    server: { url: "http://localhost:8888/", token: "t" },
    command: ["/opt/jupyter", "server"],
    kernelName: "python3",
  };
  expect(kernelSettings({ jupyter: settings }, env)).toEqual(settings);
});

test("names invalid settings, without the token", () => {
  expect(() => kernelSettings({ jupyter: { command: "jupyter" } }, env)).toThrow(
    /Can.t use the settings in .*settings\.json: .*command/,
  );
  expect(() => kernelSettings({ jupyter: { kernel: "x" } }, env)).toThrow(/kernel/);
  const wrong = () => kernelSettings({ jupyter: { server: { token: "secret-token" } } }, env);
  expect(wrong).toThrow(/url/);
  expect(wrong).not.toThrow(/secret-token/);
});
