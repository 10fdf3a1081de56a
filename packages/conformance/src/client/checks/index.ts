/** All client checks in the order of a report, and the live checks in the order they run. */
import { inReportOrder } from "../../report.js";
import { type ClientCheck, isLiveCheck, type LiveCheck } from "../check.js";
import { frameChecks } from "./frames.js";
import { initializeChecks } from "./initialize.js";
import { messageChecks } from "./messages.js";
import { notificationChecks } from "./notifications.js";
import { reconnectChecks } from "./reconnect.js";
import { toolChecks } from "./tools.js";
import { upgradeChecks } from "./upgrade.js";

const unsorted: readonly ClientCheck[] = [
  ...upgradeChecks,
  ...frameChecks,
  ...initializeChecks,
  ...messageChecks,
  ...toolChecks,
  ...notificationChecks,
  ...reconnectChecks,
];

export const allClientChecks: readonly ClientCheck[] = inReportOrder(unsorted);

/** In the order of the files: each check leaves the client in a state that the next one can work with. */
export const liveChecks: readonly LiveCheck[] = unsorted.filter(isLiveCheck);
