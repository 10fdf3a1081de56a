/** Finding other editors, and the report about them, in a separate bundle that is loaded on first use. */
export { discover } from "@tandem-ide/client";
export { reportText } from "./report.js";
