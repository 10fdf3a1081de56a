/**
 * A well-behaved client in a separate process, so that it only waits for the endpoint. It sends small requests
 * until its input ends, then prints how many it sent, the longest wait, and how many responses were wrong.
 */
import { connect } from "@tandem-ide/client";

const [port, authToken = ""] = process.argv.slice(2);
const client = await connect({ port: Number(port), authToken });
let [asked, worstMs, lost, isOver] = [0, 0, 0, false];
process.stdin.on("end", () => {
  isOver = true;
});
process.stdin.resume();
console.log("ready");
while (!isOver) {
  const start = performance.now();
  const { folders } = await client.call("getWorkspaceFolders");
  if (folders.length !== 1) lost++;
  worstMs = Math.max(worstMs, performance.now() - start);
  asked++;
  await new Promise((resolve) => setTimeout(resolve, 5));
}
console.log(JSON.stringify({ asked, worstMs: Math.round(worstMs), lost }));
await client.close();
