/** Finding other editors, a bundle of its own: it is needed some seconds after the start, or for a report. */
export { discover } from "@tandem/client";
