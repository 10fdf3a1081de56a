/// <reference lib="dom" />
/** A connected page, with the host's end of its channel controlled by a test. */
import { joinTandem, memoryChannels } from "@tandem-ide/codemirror/page";

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
      propose(id: number): void;
    };
  }
}

const [hostSide, pageSide] = memoryChannels();
window.fixture = {
  answers: [],
  isBroken: false,
  lastKey: 0,
  propose(id) {
    const proposal = {
      id: String(id),
      tabName: `review ${id}`,
      path: "/project/a.txt",
      oldText: "one\n",
      newText: "two\n",
      isNewFile: false,
      hasUnsavedChanges: false,
      client: { name: "claude-code", version: "1" },
    };
    hostSide.send({ jsonrpc: "2.0", id, method: "review", params: { proposal } });
  },
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
  application: {
    tabs: () => [],
    openFile: () => undefined,
    reviewExtensions: () => {
      if (window.fixture.isBroken) throw new Error("The theme is broken");
      return [];
    },
  },
});
