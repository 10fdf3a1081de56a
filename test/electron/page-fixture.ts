/// <reference lib="dom" />
/** A connected page, with the host's end of its channel controlled by a test. */
import { joinTandem, memoryChannels } from "@tandem-ide/codemirror/page";
import { FakeClock } from "../../packages/base/src/testing/fake-clock.js";

declare global {
  interface Window {
    fixture: {
      readonly answers: {
        readonly id: number;
        readonly result?: unknown;
        readonly error?: { readonly message: string };
      }[];
      isBroken: boolean;
      lastKey: number;
      /** `session` is the client's id. */
      propose(id: number, session?: string): void;
      withdraw(id: number): void;
      /** The host's message that a review has ended. */
      ended(id: number, isWritten: boolean | undefined): void;
      advance(ms: number): void;
      disconnect(): void;
    };
    /** Set before this runs: a decision doesn't open the next review. */
    stays?: boolean;
  }
}

const clock = new FakeClock();
const clientOf = (id: string) => ({ id, name: "claude-code", version: "1" });
const [hostSide, pageSide] = memoryChannels();
window.fixture = {
  answers: [],
  isBroken: false,
  lastKey: 0,
  propose(id, session = "1") {
    const proposal = {
      id: String(id),
      tabName: `review ${id}`,
      path: `/project/${id}.txt`,
      oldPath: `/project/${id}.txt`,
      oldText: "one\n",
      newText: "two\n",
      isNewFile: false,
      hasUnsavedChanges: false,
      client: clientOf(session),
    };
    hostSide.send({
      jsonrpc: "2.0",
      id,
      method: "review",
      params: { proposal, comments: [], isHidden: false, isOutdated: false },
    });
  },
  withdraw: (id) => hostSide.send({ jsonrpc: "2.0", method: "$/cancelRequest", params: { id } }),
  ended(id, isWritten) {
    const outcome = isWritten === undefined ? "rejected" : "accepted";
    const record = {
      id: String(id),
      client: clientOf("1"),
      path: `/project/${id}.txt`,
      endedAt: 0,
      outcome,
      isWritten,
    };
    hostSide.send({ jsonrpc: "2.0", method: "reviewEnded", params: { record, file: `${id}.txt` } });
  },
  advance: (ms) => clock.advance(ms),
  disconnect: () => hostSide.close(),
};
hostSide.onMessage((message) => {
  const received = message as { id?: number; method?: string };
  if (received.id !== undefined && received.method === undefined)
    window.fixture.answers.push({ ...received, id: received.id });
});
addEventListener("keydown", ({ timeStamp }) => {
  window.fixture.lastKey = timeStamp;
});
document.body.append(document.createElement("textarea"));
joinTandem({
  channel: pageSide,
  clock,
  opensNextReview: !window.stays,
  application: {
    tabs: () => [],
    openFile: () => undefined,
    reviewExtensions: () => {
      if (window.fixture.isBroken) throw new Error("The theme is broken");
      return [];
    },
  },
});
