/** What a page can learn from repeated requests: how each response looks from outside, and how long it took. */

/** One answer, as the page saw it. */
export interface Reading {
  /** The requested path: one that the page's own windows use, or one with a guess. */
  readonly path: string;
  /** Everything that the page sees of the response: kind, status, headers and text, or that there was none. */
  readonly saw: string;
  /** What the browser's resource timing reveals besides the duration; 0 if nothing. */
  readonly revealed: number;
  readonly ms: number;
}

/** Plain JavaScript, because it runs in the page: `measure(host, port, rounds)` resolves with a list of readings. */
export const timingScript = `"use strict";
const guessed = () => Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
// What is measured for one response, except its address, which the page knows.
const look = async (url, mode) => {
  try {
    const answer = await fetch(url, { mode, credentials: "include", cache: "no-store" });
    return JSON.stringify([answer.type, answer.status, answer.ok, answer.redirected, [...answer.headers.keys()], await answer.text()]);
  } catch {
    return "no response";
  }
};
async function measure(host, port, rounds) {
  const base = "http://" + host + ":" + port;
  const mode = base === location.origin ? "cors" : "no-cors";
  const readings = [];
  // All in turn, round after round, so that anything that changes in the meantime changes for all.
  for (let round = 0; round < rounds; round++)
    for (const path of ["/", "/enter", "/enter.js", "/icon.svg", "/index.html", "/socket", "/?token=", "/enter?token=", "/socket?token=", "/guess-"]) {
      const url = base + path + (/[=-]$/.test(path) ? guessed() : "");
      performance.clearResourceTimings();
      const before = performance.now();
      const saw = await look(url, mode);
      const ms = performance.now() - before;
      const revealed = performance.getEntriesByType("resource").filter(({ name }) => name === url).reduce((sum, entry) =>
        sum + entry.requestStart + entry.responseStart + entry.transferSize + entry.decodedBodySize + (entry.responseStatus ?? 0), 0);
      readings.push({ path, saw, revealed, ms });
    }
  return readings;
}
globalThis.measure = measure;
`;
