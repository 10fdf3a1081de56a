/**
 * A client that behaves, in a process of its own so that nobody's work but the endpoint's keeps it waiting. Asks for little,
 * again and again, until its input ends; then prints how often, how long it waited at worst, and how many answers were wrong.
 */
import { connect } from "@tandem/client";

const [port, authToken = ""] = process.argv.slice(2);
const client = await connect({ port: Number(port), authToken });
let [asked, worstMs, lost, isOver] = [0, 0, 0, false];
process.stdin.on("end", () => {
  isOver = true;
});
process.stdin.resume();
console.log("ready");
while (!isOver) {
  const began = performance.now();
  const { folders } = await client.call("getWorkspaceFolders");
  if (folders.length !== 1) lost++;
  worstMs = Math.max(worstMs, performance.now() - began);
  asked++;
  await new Promise((resolve) => setTimeout(resolve, 5));
}
console.log(JSON.stringify({ asked, worstMs: Math.round(worstMs), lost }));
await client.close();
