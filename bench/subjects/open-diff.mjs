/** The round trip of a proposal that the editor accepts immediately. The old file is as large as the new one. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { besides, mapValues, startComparison } from "../client.mjs";
import { temporaryDirectory } from "../servers/fixture.mjs";
import { growth, median, timed } from "../statistics.mjs";

const megabytes = [0.1, 1, 5, 10];
const rounds = { 0.1: 40, 1: 21, 5: 7, 10: 5 };

const line = 'export const answer = "forty two"; // a line as source code has them, with é and — in it\n';
const textOf = (size) => line.repeat(Math.ceil((size * 1024 * 1024) / Buffer.byteLength(line)));

export async function measure() {
  const directory = temporaryDirectory();
  const { compare, stop } = await startComparison();
  const rows = [];
  for (const size of megabytes) {
    const path = join(directory, `${size}.ts`);
    const text = textOf(size);
    writeFileSync(path, text);
    const args = { old_file_path: path, new_file_path: path, new_file_contents: `${text}// new\n`, tab_name: "bench" };
    const round = (client) => {
      const frame = client.frame("tools/call", { name: "openDiff", arguments: args });
      return timed(() => client.exchange(frame));
    };
    const samples = await compare(round, { rounds: rounds[size], warm: 2 });
    rows.push({
      id: `open-diff-${size}`,
      what: `openDiff round trip with ${size} MB`,
      unit: "ms",
      ...besides(samples, median),
    });
  }
  stop();
  const grown = (values) => growth(megabytes.slice(1), values.slice(1));
  const times = mapValues({ ours: 0, floor: 0, alternative: 0 }, (_zero, name) => rows.map((row) => row[name]));
  return [
    ...rows,
    {
      id: "open-diff-growth",
      what: "growth from 1 to 10 MB (exponent; 1 is linear)",
      unit: "",
      ...besides(times, grown),
    },
  ];
}
