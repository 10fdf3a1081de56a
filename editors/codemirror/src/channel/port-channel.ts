import { type Channel, ChannelEnd } from "./channel.js";

interface PortEvent {
  readonly data?: unknown;
}

/** A port in a page or from Node's worker_threads. */
export interface EventTargetPort {
  postMessage(message: unknown): void;
  addEventListener(type: "message" | "close", listener: (event: PortEvent) => void): void;
  start?(): void;
  close(): void;
}

/** Electron's MessagePortMain. */
export interface EmitterPort {
  postMessage(message: unknown): void;
  on(type: "message" | "close", listener: (event: PortEvent) => void): unknown;
  start(): void;
  close(): void;
}

/** Sent before closing: ports report the close of the other end late or not at all. */
const goodbye = "tandem:close";

/**
 * A channel over one end of a `MessageChannel` of a page, of Node's `worker_threads`, or Electron's `MessageChannelMain`.
 * The channel takes over the port.
 *
 * @example
 * const { port1, port2 } = new MessageChannel();
 * worker.postMessage("join", [port2]);
 * const channel = portChannel(port1);
 */
export function portChannel(port: EventTargetPort | EmitterPort): Channel {
  const close = () => {
    port.close();
    end.end();
  };
  const end: ChannelEnd = new ChannelEnd({
    send: (message) => port.postMessage(message),
    close() {
      port.postMessage(goodbye);
      close();
    },
  });
  const listen = (type: "message" | "close", listener: (event: PortEvent) => void) => {
    // Node's ports have both methods, but their `on` passes the bare message.
    if ("addEventListener" in port) port.addEventListener(type, listener);
    else port.on(type, listener);
  };
  listen("close", () => end.end());
  listen("message", ({ data }) => (data === goodbye ? close() : end.receive(data)));
  port.start?.();
  return end;
}
