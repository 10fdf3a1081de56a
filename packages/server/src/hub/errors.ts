/** A client sent invalid input, and nothing was done. Agents convert this to an error of their protocol. */
export class InvalidInput extends Error {
  override readonly name: string = "InvalidInput";
}
