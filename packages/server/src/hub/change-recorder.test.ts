import { expect, test, vi } from "vitest";
import { runEndpoint } from "../testing/running-endpoint.js";
import { TestClient } from "../testing/test-client.js";
import type { ChangeObserver } from "./change-recorder.js";

test("changes were attributed to an unknown client if they were found while the client introduced itself", async () => {
  const heard: string[][] = [];
  const changes: ChangeObserver = {
    attach: () => {},
    clientsChanged: (clients) => void heard.push(clients.map(({ name = "none" }) => name)),
    foldersChanged: () => {},
    promptSent: () => {},
    accepted: () => {},
    saved: () => {},
  };
  const { endpoint } = await runEndpoint({ changes });
  const client = await TestClient.connect(endpoint);
  client.socket.terminate();
  await vi.waitFor(() => expect(heard.at(-1)).toEqual([]));
  expect(new Set(heard.flat())).toEqual(new Set(["test-client"]));
});
