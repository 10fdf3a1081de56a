/** Positions and changes of texts. The subpath "./text" runs in Node. */
export { changesBetween } from "./changes-between.js";
export { offsetAt, positionAt, rangeOf } from "./positions.js";
export { changeBetween } from "./replace.js";
export { type Decided, followUpdate, type ReviewUpdate } from "./review/follow.js";
