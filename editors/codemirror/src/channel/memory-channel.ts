import { type Channel, ChannelEnd } from "./channel.js";

/**
 * Returns two connected ends in one process: for tests, and for an application whose page has Node. As everywhere else,
 * messages are copied and arrive asynchronously.
 *
 * @example
 * const [hostSide, pageSide] = memoryChannels();
 * host.attach(hostSide);
 * joinTandem({ channel: pageSide, application });
 */
export function memoryChannels(): [Channel, Channel] {
  const close = () => {
    for (const end of [a, b]) queueMicrotask(() => end.end());
  };
  const endFor = (other: () => ChannelEnd) =>
    new ChannelEnd({
      send(message) {
        const copy: unknown = structuredClone(message);
        queueMicrotask(() => other().receive(copy));
      },
      close,
    });
  const a: ChannelEnd = endFor(() => b);
  const b: ChannelEnd = endFor(() => a);
  return [a, b];
}
