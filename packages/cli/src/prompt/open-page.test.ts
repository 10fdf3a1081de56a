import { expect, test } from "vitest";
import { openPage } from "./open-page.js";

const link = "http://127.0.0.1:1/enter#token";

test("where no file can be made for the browser there is a link, and Tandem runs on", async () => {
  const door = {
    port: 1,
    origin: "http://127.0.0.1:1",
    newLink: () => link,
    redirectFile: () => Promise.reject(new Error("ENOSPC: no space left on device")),
    close: async () => {},
  };
  expect(await openPage(door, { mayOpen: true, env: { BROWSER: "true" } })).toBe(`${link} (works once)`);
});
