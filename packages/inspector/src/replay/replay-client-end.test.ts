/** How a replayed client disconnects, is disconnected, or is refused at the start. */
import { createServer } from "node:http";
import { ConnectError } from "@tandem-ide/client";
import { expect, onTestFinished, test } from "vitest";
import { call, recordingOf, result, texts } from "../testing/hand-made-recordings.js";
import { playClient } from "../testing/play-client.js";
import { ReplayError } from "./errors.js";
import { replayClient } from "./replay-client.js";

test("closes like the recorded client", async () => {
  const ended = async (how: string) => {
    const { peer, playing } = await playClient(
      recordingOf([
        ["client", { method: "note" }],
        ["client", how],
      ]),
    );
    await playing;
    return await peer.closed;
  };
  expect(await ended("close 1005")).toEqual({ code: 1005, reason: "" });
  expect(await ended("close 4001 enough")).toEqual({ code: 4001, reason: "enough" });
  expect(await ended("close 1006")).toEqual({ code: 1006, reason: "" });
});

test("a connection is lost if it ends too early, but not at the end", async () => {
  const early = await playClient(recordingOf([call(1, "a"), result(1, "x")]));
  await early.peer.count(1);
  early.peer.socket.close(1011, "broken");
  expect(await early.playing).toMatchObject({
    lost: { code: 1011, reason: "broken" },
    differences: [{ what: "no response: the connection ended first" }],
  });
  const late = await playClient(recordingOf([call(1, "a"), result(1, "x"), ["editor", "close 1001 bye"]]));
  await late.peer.count(1);
  late.peer.send({ id: 1, result: texts("x") });
  late.peer.socket.close(1001, "bye");
  expect((await late.playing).lost).toBeUndefined();
});

test("refuses an unplayable recording before sending anything", async () => {
  const target = { port: 1, folders: [] };
  const note = recordingOf([["client", { method: "note" }]]);
  await expect(replayClient(recordingOf([]), target)).rejects.toThrow(/no messages from a client/);
  await expect(replayClient(note, target)).rejects.toThrow(ReplayError);
  await expect(replayClient(note, target, { connection: 3 })).rejects.toThrow(
    /no messages from a client in connection 3\..* 1/,
  );
  await expect(replayClient(note, { port: 1, folders: ["/live"] })).rejects.toThrow(ConnectError);
});

test("reports a refusal with the editor's message, without the token", async () => {
  const server = createServer((_request, response) => response.writeHead(401).end("wrong token: secret\n"));
  server.on("upgrade", (_request, socket) =>
    socket.end("HTTP/1.1 401 No\r\nContent-Length: 19\r\n\r\nwrong token: secret"),
  );
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const playing = replayClient(recordingOf([["client", { method: "note" }]]), {
    port,
    authToken: "secret",
    folders: ["/live"],
  });
  await expect(playing).rejects.toThrow(`127.0.0.1:${port} refused the connection: wrong token: …`);
});

test("can be cancelled", async () => {
  const abort = new AbortController();
  const { peer, playing } = await playClient(recordingOf([call(1, "a"), result(1, "x")]), { signal: abort.signal });
  await peer.count(1);
  const reason = new Error("enough");
  abort.abort(reason);
  await expect(playing).rejects.toBe(reason);
  expect((await peer.closed).code).toBe(1006);
});
