/** A realistic session: our client and the memory editor, with the relay between them. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { claudeCode, connect } from "@tandem-ide/client";
import { type Entry, startInspector } from "@tandem-ide/inspector";
import { expect } from "vitest";
import { startEndpoint } from "../endpoint.js";
import { eventually } from "../eventually.js";

const cart = `import type { Item } from "./item.js";

export function total(items: Item[]): number {
  let sum = 0;
  for (const item of items) sum += item.price;
  return sum;
}
`;
const better = `import type { Item } from "./item.js";

/** In cents, so that the sum is exact. */
export function total(items: readonly Item[]): number {
  return items.reduce((sum, item) => sum + item.price * item.count, 0);
}
`;

/** The relay's entries, with a constant name for the project's folder. */
export async function recordSession(): Promise<Entry[]> {
  const running = await startEndpoint({}, { name: "Neovim" });
  const { editor, endpoint, folder } = running;
  const entries: Entry[] = [];
  const inspector = await startInspector({
    editor: { name: "Neovim", target: { port: endpoint.port, authToken: endpoint.authToken } },
    configDir: running.configDir,
    env: {},
    onEntry: (entry) => entries.push(entry),
  });
  try {
    const { authToken } = JSON.parse(readFileSync(inspector.lockFile, "utf8"));
    const identity = { ...claudeCode, version: "2.1.325" };
    const client = await connect(
      { port: inspector.port, authToken },
      { identity, pid: 4711, roots: ["/home/me/shop"] },
    );
    const seen = (words: string) =>
      eventually(() => expect(entries.some((entry) => "text" in entry && entry.text.includes(words))).toBe(true));
    const path = running.write("src/cart.ts", cart);
    const other = running.write("src/item.ts", "export interface Item {\n  price: number;\n}\n");

    editor.open(path);
    editor.select({ start: { line: 2, character: 0 }, end: { line: 6, character: 1 } });
    await seen("selection_changed");
    await client.call("getOpenEditors", {});
    editor.mention({ path, lines: { start: 2, end: 6 } });
    await seen("at_mentioned");
    editor.setDiagnostics(path, [
      {
        message: "Property 'count' does not exist on type 'Item'.",
        severity: "Error",
        range: { start: { line: 4, character: 57 }, end: { line: 4, character: 62 } },
        source: "ts",
        code: "2339",
      },
    ]);
    const review = (contents: string, name: string) =>
      client.call("openDiff", {
        old_file_path: path,
        new_file_path: path,
        new_file_contents: contents,
        tab_name: name,
      });
    const first = review(better, "✻ [Claude Code] cart.ts (b5684a)");
    await eventually(() => expect(editor.reviews.length).toBe(1));
    editor.reviews[0]?.accept();
    await first;
    await client.call("getDiagnostics", { uri: `file://${path}` });
    await client.call("openFile", { filePath: other, preview: false });
    editor.select({ start: { line: 1, character: 2 }, end: { line: 1, character: 16 } });
    await seen("price: number");
    await client.call("getLatestSelection", {});
    await client.call("close_tab", { tab_name: "nothing of that name" }).catch(() => {});
    await client.call("saveDocument", { filePath: path });
    // It waits for the user until the end.
    void review(`${better}\nexport const empty: readonly Item[] = [];\n`, "✻ [Claude Code] cart.ts (f62d25)").catch(
      () => {},
    );
    await eventually(() => expect(editor.reviews.length).toBe(1));
    const sentBefore = entries.length;
    await client.close();
    return paced(entries.slice(0, sentBefore), folder);
  } finally {
    await inspector.close();
  }
}

/** Adds a user's delays, because the session takes only a few milliseconds. */
function paced(entries: readonly Entry[], folder: string): Entry[] {
  let t = 0;
  return entries.map((entry, index) => {
    const isAnswer = "text" in entry && /"result"|"error"/.test(entry.text);
    const isDecision = isAnswer && "text" in entry && /FILE_SAVED|DIFF_REJECTED/.test(entry.text);
    if (index > 0) t += isDecision ? 3400 : isAnswer ? 12 + ((index * 37) % 90) : 130 + ((index * 211) % 480);
    if (!("text" in entry)) return { ...entry, t };
    return { ...entry, t, text: entry.text.replaceAll(folder, "/home/me/shop").replaceAll(basename(folder), "shop") };
  });
}
