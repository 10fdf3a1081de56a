import { expect, test } from "vitest";
import { openPage } from "./open-page.js";

const link = "http://127.0.0.1:1/enter#token";

test("prints a link if the redirect file can't be created", async () => {
  const pageServer = {
    port: 1,
    origin: "http://127.0.0.1:1",
    newLink: () => link,
    redirectFile: () => Promise.reject(new Error("ENOSPC: no space left on device")),
    close: async () => {},
  };
  expect(await openPage(pageServer, { mayOpen: true, env: { BROWSER: "true" } })).toBe(`${link} (works once)`);
});
