import { type Channel, ChannelEnd } from "./channel.js";

/**
 * Two ends in one process: for tests, and for an application whose page has Node. Messages are copied, so that nothing is
 * shared by accident, and arrive a moment later, as they do everywhere else.
 *
 * @example
 * const [hostSide, pageSide] = memoryChannels();
 * host.attach(hostSide);
 * joinTandem({ channel: pageSide, application });
 */
export function memoryChannels(): [Channel, Channel] {
  const ends = [new ChannelEnd(), new ChannelEnd()] as const;
  const close = () => {
    for (const end of ends) queueMicrotask(() => end.end());
  };
  const side = (own: ChannelEnd, other: ChannelEnd): Channel => ({
    send(message) {
      if (own.isClosed) return;
      const copy: unknown = structuredClone(message);
      queueMicrotask(() => other.receive(copy));
    },
    onMessage: (listener) => own.onMessage(listener),
    onClose: (listener) => own.onClose(listener),
    close,
  });
  return [side(ends[0], ends[1]), side(ends[1], ends[0])];
}
