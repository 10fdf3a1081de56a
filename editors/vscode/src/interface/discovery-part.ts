/** Finding other editors, in a separate bundle that is loaded on first use. */
export { discover } from "@tandem-ide/client";
