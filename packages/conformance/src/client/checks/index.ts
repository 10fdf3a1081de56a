/** Every check of a client, in the order of a report, and the scenes in the order of a run. */
import { type ClientCheck, isScene, type Scene } from "../check.js";
import { frameChecks } from "./frames.js";
import { initializeChecks } from "./initialize.js";
import { messageChecks } from "./messages.js";
import { notificationChecks } from "./notifications.js";
import { redialChecks } from "./redial.js";
import { toolChecks } from "./tools.js";
import { upgradeChecks } from "./upgrade.js";

const sections = ["CON", "LCK", "AUTH", "MCP", "ERR", "TOOL", "NOT"];

function placeOf({ name }: ClientCheck): string {
  const [id = ""] = name.split("/");
  return `${sections.indexOf(id.split("-")[0] ?? "")} ${id}`;
}

/** By section and id; the sort is stable, so checks of one id keep the order in which they are written. */
function inOrder(checks: readonly ClientCheck[]): ClientCheck[] {
  return checks.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : placeOf(a) > placeOf(b) ? 1 : 0));
}

const written: readonly ClientCheck[] = [
  ...upgradeChecks,
  ...frameChecks,
  ...initializeChecks,
  ...messageChecks,
  ...toolChecks,
  ...notificationChecks,
  ...redialChecks,
];

export const allClientChecks: readonly ClientCheck[] = inOrder(written);

/** In the order in which they are played, which is that of the files: each leaves a client that the next can be played with. */
export const clientScenes: readonly Scene[] = written.filter(isScene);
