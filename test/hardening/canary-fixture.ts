/** An endpoint whose folder is surrounded by canaries, and a client that notices every leak. */
import { startEndpoint } from "../endpoint.js";
import { plantCanaries } from "./canaries.js";
import { RawLine } from "./raw-line.js";

export async function canaryFixture() {
  const canaries = plantCanaries();
  const { endpoint, editor } = await startEndpoint({ readyDelayMs: 0 }, { folders: [canaries.folder] });
  const line = await RawLine.open(endpoint);
  await line.request("tools/list");
  const leaks: string[] = [];
  let now = "";
  line.onFrame = (frame) => {
    if (frame.includes(canaries.secret)) leaks.push(`${now}: ${frame.slice(0, 300)}`);
  };
  /** Sets the current attempt, for the report of a leak. */
  const trying = (what: string) => {
    now = what;
  };
  return { canaries, endpoint, editor, line, leaks, trying };
}
