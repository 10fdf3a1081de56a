/// <reference lib="dom" />
/** A page that has joined, with the host's end of its line in the hands of a test. */
import { joinTandem, memoryChannels } from "@tandem/codemirror/page";

declare global {
  interface Window {
    bench: {
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
window.bench = {
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
  const told = message as { id?: number; method?: string };
  if (told.id !== undefined && told.method === undefined) window.bench.answers.push({ ...told, id: told.id });
});
addEventListener("keydown", ({ timeStamp }) => {
  window.bench.lastKey = timeStamp;
});
document.body.append(document.createElement("textarea"));
joinTandem({
  channel: pageSide,
  application: {
    tabs: () => [],
    openFile: () => undefined,
    reviewExtensions: () => {
      if (window.bench.isBroken) throw new Error("The theme is broken");
      return [];
    },
  },
});
