/** A relay in front of the test endpoint that sees every frame, for faults that a library can't produce. */
import { connect, createServer, type Server, type Socket } from "node:net";
import { encodeFrame, type Frame, FrameReader, type FrameSpec } from "../wire/frames.js";

/** One relayed connection. */
export interface Link {
  toClient(frame: FrameSpec): void;
  toServer(frame: FrameSpec): void;
  /** Drops both sides. */
  drop(): void;
}

/** How to change the traffic. A frame handler returns the frame to forward; by default, frames are unchanged. */
export interface Tap {
  readonly answerHead?: (head: string) => string;
  /** Gets the client's bytes after the request; undefined drops the connection. */
  readonly bytesFromClient?: (bytes: Buffer) => Buffer | undefined;
  readonly fromClient?: (frame: Frame, link: Link) => readonly FrameSpec[];
  readonly fromServer?: (frame: Frame, link: Link) => readonly FrameSpec[];
  /** The TCP connection stays open when the endpoint ends it. */
  readonly keepsOpen?: boolean;
}

function same(frame: Frame): FrameSpec[] {
  return [{ ...frame, mask: frame.masked }];
}

/** Splits off an HTTP head; calls `onHead` once and `onRest` with what follows. */
function splitHead(onHead: (head: string) => void, onRest: (bytes: Buffer) => void): (bytes: Buffer) => void {
  let held: Buffer | undefined = Buffer.alloc(0);
  return (bytes) => {
    if (!held) return onRest(bytes);
    held = Buffer.concat([held, bytes]);
    const end = held.indexOf("\r\n\r\n");
    if (end < 0) return;
    const rest = held.subarray(end + 4);
    onHead(held.toString("latin1", 0, end + 4));
    held = undefined;
    if (rest.length > 0) onRest(rest);
  };
}

function relay(client: Socket, innerPort: number, tap: Tap): void {
  const server = connect({ port: innerPort, host: "127.0.0.1" });
  const link: Link = {
    toClient: (frame) => client.write(encodeFrame({ mask: false, ...frame })),
    toServer: (frame) => server.write(encodeFrame(frame)),
    drop: () => {
      client.destroy();
      server.destroy();
    },
  };
  const [clientFrames, serverFrames] = [new FrameReader(), new FrameReader()];
  let isUpgraded = false;
  client.on("error", () => {});
  server.on("error", () => {});
  client.on("close", () => server.destroy());
  server.on("close", () => {
    if (!tap.keepsOpen) client.end();
  });
  client.on(
    "data",
    splitHead(
      // The endpoint behind the relay needs the requested port.
      (head) => server.write(head.replace("\r\n", `\r\nX-Tapped-Port: ${client.localPort}\r\n`)),
      (bytes) => {
        const passed = tap.bytesFromClient ? tap.bytesFromClient(bytes) : bytes;
        if (passed === undefined) return link.drop();
        for (const frame of clientFrames.push(passed))
          for (const next of tap.fromClient?.(frame, link) ?? same(frame)) link.toServer(next);
      },
    ),
  );
  server.on(
    "data",
    splitHead(
      (head) => {
        isUpgraded = head.startsWith("HTTP/1.1 101");
        client.write(isUpgraded && tap.answerHead ? tap.answerHead(head) : head);
      },
      (bytes) => {
        if (!isUpgraded) return client.write(bytes);
        for (const frame of serverFrames.push(bytes))
          for (const next of tap.fromServer?.(frame, link) ?? same(frame)) link.toClient(next);
      },
    ),
  );
}

/** Listens in place of the endpoint. */
export function createTap(innerPort: number, tap: Tap): Server {
  return createServer((client) => relay(client, innerPort, tap));
}
