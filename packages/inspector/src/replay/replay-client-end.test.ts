/** How a replayed client leaves, is left, and is kept from beginning. */
import { createServer } from "node:http";
import { ConnectError } from "@tandem/client";
import { expect, onTestFinished, test } from "vitest";
import { call, recordingOf, result, texts } from "../testing/hand-made-recordings.js";
import { playClient } from "../testing/play-client.js";
import { ReplayError } from "./errors.js";
import { replayClient } from "./replay-client.js";

test("it leaves as the recorded client did", async () => {
  const ended = async (how: string) => {
    const { talk, playing } = await playClient(
      recordingOf([
        ["client", { method: "note" }],
        ["client", how],
      ]),
    );
    await playing;
    return await talk.closed;
  };
  expect(await ended("close 1005")).toEqual({ code: 1005, reason: "" });
  expect(await ended("close 4001 enough")).toEqual({ code: 4001, reason: "enough" });
  expect(await ended("close 1006")).toEqual({ code: 1006, reason: "" });
});

test("a connection that ends too early is lost; one that ends after everything is not", async () => {
  const early = await playClient(recordingOf([call(1, "a"), result(1, "x")]));
  await early.talk.count(1);
  early.talk.socket.close(1011, "broken");
  expect(await early.playing).toMatchObject({
    lost: { code: 1011, reason: "broken" },
    differences: [{ what: "no answer came: the connection ended before it" }],
  });
  const late = await playClient(recordingOf([call(1, "a"), result(1, "x"), ["editor", "close 1001 bye"]]));
  await late.talk.count(1);
  late.talk.say({ id: 1, result: texts("x") });
  late.talk.socket.close(1001, "bye");
  expect((await late.playing).lost).toBeUndefined();
});

test("what cannot be played is refused before anything is sent", async () => {
  const target = { port: 1, folders: [] };
  const note = recordingOf([["client", { method: "note" }]]);
  await expect(replayClient(recordingOf([]), target)).rejects.toThrow(/nothing to play/);
  await expect(replayClient(note, target)).rejects.toThrow(ReplayError);
  await expect(replayClient(note, target, { connection: 3 })).rejects.toThrow(/no connection 3 .* It has: 1/);
  await expect(replayClient(note, { port: 1, folders: ["/live"] })).rejects.toThrow(ConnectError);
});

test("a refusal is told in the editor's words, without the token", async () => {
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

test("it can be ended from outside", async () => {
  const abort = new AbortController();
  const { talk, playing } = await playClient(recordingOf([call(1, "a"), result(1, "x")]), { signal: abort.signal });
  await talk.count(1);
  const reason = new Error("enough");
  abort.abort(reason);
  await expect(playing).rejects.toBe(reason);
  expect((await talk.closed).code).toBe(1006);
});
