/** Parses and reads recordings. Works in pages too. */
export { type End, type Entry, type Header, headerSchema, type Recording, type TextEntry } from "../recording/entry.js";
export { formatEntry, formatHeader, parseEntry, parseRecording, RecordingError } from "../recording/format.js";
export { Conversation } from "./conversation.js";
export { filterOf } from "./filter.js";
export { type Row, type RowKind, titleOf } from "./row.js";
