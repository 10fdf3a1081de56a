/** A proposal on its way to the editor, which accepts it at once, and back; the old file is as large as the new one. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { besides, joinAll, serveAll } from "../client.mjs";
import { growth, median, takeTurns, timed } from "../statistics.mjs";

const megabytes = [0.1, 1, 5, 10];
const rounds = { 0.1: 40, 1: 21, 5: 7, 10: 5 };

const line = 'export const answer = "forty two"; // a line as source code has them, with é and — in it\n';
const textOf = (size) => line.repeat(Math.ceil((size * 1024 * 1024) / Buffer.byteLength(line)));

export async function measure() {
  const directory = mkdtempSync(join(tmpdir(), "tandem-bench-"));
  const { servers, stop } = await serveAll();
  const clients = await joinAll(servers);
  const rows = [];
  for (const size of megabytes) {
    const path = join(directory, `${size}.ts`);
    const text = textOf(size);
    writeFileSync(path, text);
    const args = { old_file_path: path, new_file_path: path, new_file_contents: `${text}// new\n`, tab_name: "bench" };
    const contender = (client) => async () => {
      const frame = client.frame("tools/call", { name: "openDiff", arguments: args });
      return await timed(() => client.exchange(frame));
    };
    const samples = await takeTurns(
      Object.fromEntries(Object.entries(clients).map(([name, client]) => [name, contender(client)])),
      { rounds: rounds[size], warm: 2 },
    );
    rows.push({
      id: `open-diff-${size}`,
      what: `openDiff with ${size} MB and back`,
      unit: "ms",
      ...besides(samples, median),
    });
  }
  stop();
  rmSync(directory, { recursive: true });
  const grown = (key) =>
    growth(
      megabytes.slice(1),
      rows.slice(1).map((row) => row[key]),
    );
  return [
    ...rows,
    {
      id: "open-diff-growth",
      what: "growth from 1 to 10 MB, as a power: 1 is linear",
      unit: "",
      ours: grown("ours"),
      floor: grown("floor"),
      floorIs: "bare ws JSON echo",
      alternative: grown("alternative"),
      alternativeIs: "MCP SDK server",
    },
  ];
}
