/** What the hub refuses, in its own words. An agent turns these into its wire's errors. */

/** A client asked for something that cannot be, and nothing was done. */
export class InvalidInput extends Error {
  override readonly name: string = "InvalidInput";
}
