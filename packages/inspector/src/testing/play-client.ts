/** A replayed client, with an endpoint controlled by the test. */
import type { IncomingHttpHeaders } from "node:http";
import type { Recording } from "../recording/entry.js";
import { type ReplayClientOptions, replayClient } from "../replay/replay-client.js";
import type { ReplayResult } from "../replay/result.js";
import { listenOnce, type TestPeer } from "./test-peer.js";

export interface PlayedClient {
  readonly playing: Promise<ReplayResult>;
  readonly peer: TestPeer;
  readonly headers: IncomingHttpHeaders;
}

/** Plays to an endpoint with the folder `/live`. */
export async function playClient(recording: Recording, options: ReplayClientOptions = {}): Promise<PlayedClient> {
  const listener = await listenOnce();
  const playing = replayClient(recording, { port: listener.port, authToken: "secret", folders: ["/live"] }, options);
  // Rejections are reported where it is awaited.
  playing.catch(() => {});
  return { playing, peer: await listener.peer, headers: await listener.headers };
}
