/** A replayed client before an endpoint whose words a test says. */
import type { IncomingHttpHeaders } from "node:http";
import type { Recording } from "../recording/entry.js";
import { type ReplayClientOptions, replayClient } from "../replay/replay-client.js";
import type { ReplayResult } from "../replay/result.js";
import { openDoor, type Talk } from "./talk.js";

export interface PlayedClient {
  readonly playing: Promise<ReplayResult>;
  readonly talk: Talk;
  readonly headers: IncomingHttpHeaders;
}

/** Plays to an endpoint with the folder `/live`. */
export async function playClient(recording: Recording, options: ReplayClientOptions = {}): Promise<PlayedClient> {
  const door = await openDoor();
  const playing = replayClient(recording, { port: door.port, authToken: "secret", folders: ["/live"] }, options);
  // Told where it is waited for.
  playing.catch(() => {});
  return { playing, talk: await door.talk, headers: await door.headers };
}
