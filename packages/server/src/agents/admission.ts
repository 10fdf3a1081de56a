/** Limits connected clients: up to `maxClients`, or a single one that a new client replaces (CON-04, CON-10). */
import type { Clock } from "@tandem-ide/base";

/**
 * A replaced client reconnects within a second and gives up after 15 s. New clients are rejected for that long, or two
 * clients would replace each other forever.
 */
const cooldownMs = 20_000;

export type Admission<S> =
  | { readonly admit: true; readonly evict?: S }
  | { readonly admit: false; readonly why: string };

export interface AdmissionPolicy<S> {
  /** Called for each upgrade with the connected clients. */
  check(connected: ReadonlySet<S>): Admission<S>;
  /** Called once a new client has actually replaced another. */
  replaced(replacement: S): void;
}

export function manyClients<S>(maxClients: number): AdmissionPolicy<S> {
  return {
    check: (connected) =>
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
  let last: { replacement: S; at: number } | undefined;
  return {
    check(connected) {
      const [current] = connected;
      if (current === undefined) return { admit: true };
      if (last && last.replacement === current && clock.now() - last.at < cooldownMs)
        return {
          admit: false,
          why: "Another client has just replaced the previous one (single-client policy). Try again in 20 seconds.",
        };
      return { admit: true, evict: current };
    },
    replaced: (replacement) => {
      last = { replacement, at: clock.now() };
    },
  };
}
