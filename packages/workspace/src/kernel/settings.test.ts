import { expect, test } from "vitest";
import { KernelError } from "./errors.js";
import { parseServer } from "./settings.js";

test.each([
  ["http://localhost:8888", "http://localhost:8888/"],
  ["http://localhost:8888/", "http://localhost:8888/"],
  ["http://localhost:8888/lab/tree/a.ipynb?token=t#x", "http://localhost:8888/"],
  ["http://localhost:8888/tree", "http://localhost:8888/"],
  ["https://hub.example/user/ada", "https://hub.example/user/ada/"],
  ["https://hub.example/user/ada/lab", "https://hub.example/user/ada/"],
  ["https://hub.example/user/lab/", "https://hub.example/user/lab/"],
  ["https://hub.example/user/lab/lab", "https://hub.example/user/lab/"],
  ["https://name:secret@host.example/jupyter/base/", "https://host.example/jupyter/base/"],
])("%s is the server at %s", (url, baseUrl) => {
  expect(parseServer({ url }).baseUrl).toBe(baseUrl);
});

test("uses the token from the settings, or else from the URL", () => {
  const url = "http://localhost:8888/?token=from-url";
  expect(parseServer({ url }).token).toBe("from-url");
  expect(parseServer({ url, token: "set" }).token).toBe("set");
  expect(parseServer({ url: "http://localhost:8888/" }).token).toBe("");
});

test.each([
  ["no URL at all", { url: "localhost" }, /URL is invalid/],
  ["another scheme", { url: "file:///etc/passwd" }, /file:/],
  ["a token that no header can hold", { url: "http://localhost/", token: "secret\nvalue" }, /Copy it again/],
])("rejects %s with a message without the token", (_what, server, words) => {
  let error: unknown;
  try {
    parseServer(server);
  } catch (reason) {
    error = reason;
  }
  expect(error).toBeInstanceOf(KernelError);
  expect(error).toMatchObject({ code: "bad-setting", message: expect.stringMatching(words) });
  expect(String(error)).not.toContain("secret");
});
