/** Who may connect: up to ten at once, or one that a newcomer replaces (CON-04, CON-10). */
import type { Clock } from "@tandem/base";

/**
 * After an eviction the evicted client redials within a second and gives up after 15 s. So long the door is shut, or two
 * clients would evict each other forever.
 */
const quietMs = 20_000;

export type Admission<S> =
  | { readonly admit: true; readonly evict?: S }
  | { readonly admit: false; readonly why: string };

export interface AdmissionPolicy<S> {
  /** Asked at each upgrade, with those who are connected now. */
  ask(connected: ReadonlySet<S>): Admission<S>;
  /** Told when a newcomer has really taken another's place. */
  replaced(newcomer: S): void;
}

export function manyClients<S>(maxClients: number): AdmissionPolicy<S> {
  return {
    ask: (connected) =>
      connected.size < maxClients
        ? { admit: true }
        : {
            admit: false,
            why: `${connected.size} clients are connected, which is the limit (maxClients). Close one and try again.`,
          },
    replaced: () => {},
  };
}

export function singleClient<S>(clock: Clock): AdmissionPolicy<S> {
  let last: { newcomer: S; at: number } | undefined;
  return {
    ask(connected) {
      const [current] = connected;
      if (current === undefined) return { admit: true };
      if (last && last.newcomer === current && clock.now() - last.at < quietMs)
        return {
          admit: false,
          why: "Another client has just replaced the previous one (single-client policy). Try again in 20 seconds.",
        };
      return { admit: true, evict: current };
    },
    replaced: (newcomer) => {
      last = { newcomer, at: clock.now() };
    },
  };
}
