import { type Channel, ChannelEnd } from "./channel.js";

interface PortEvent {
  readonly data?: unknown;
}

/** A port of a page or of Node's worker_threads. */
export interface EventTargetPort {
  postMessage(message: unknown): void;
  addEventListener(type: "message" | "close", listener: (event: PortEvent) => void): void;
  start?(): void;
  close(): void;
}

/** A port of Electron's main process, MessagePortMain. */
export interface EmitterPort {
  postMessage(message: unknown): void;
  on(type: "message" | "close", listener: (event: PortEvent) => void): unknown;
  start(): void;
  close(): void;
}

/** Ports tell each other of their end only lately, and not everywhere. */
const goodbye = "tandem:close";

/**
 * A channel over one end of a `MessageChannel`: that of a page, of Node's `worker_threads`, or Electron's
 * `MessageChannelMain`. The port is the channel's own from now on.
 *
 * @example
 * const { port1, port2 } = new MessageChannel();
 * worker.postMessage("join", [port2]);
 * const channel = portChannel(port1);
 */
export function portChannel(port: EventTargetPort | EmitterPort): Channel {
  const end = new ChannelEnd();
  const listen = (type: "message" | "close", listener: (event: PortEvent) => void) => {
    // Node's ports have both, and there `on` gives the bare message.
    if ("addEventListener" in port) port.addEventListener(type, listener);
    else port.on(type, listener);
  };
  const close = () => {
    if (end.isClosed) return;
    port.close();
    end.end();
  };
  let isStarted = false;
  listen("close", () => end.end());
  return {
    send(message) {
      if (!end.isClosed) port.postMessage(message);
    },
    onMessage(listener) {
      const stop = end.onMessage(listener);
      if (!isStarted) {
        isStarted = true;
        listen("message", ({ data }) => (data === goodbye ? close() : end.receive(data)));
        port.start?.();
      }
      return stop;
    },
    onClose: (listener) => end.onClose(listener),
    close() {
      if (!end.isClosed) port.postMessage(goodbye);
      close();
    },
  };
}
