/** The outputs of a code cell as in nbformat 4, except that texts are single strings. In files they are lists of lines. */

/** Representations of one output by media type. Text is a string, binary data is base64, JSON is a value. */
export type MimeBundle = Readonly<Record<string, unknown>>;

export type StreamName = "stdout" | "stderr";

export interface StreamOutput {
  readonly output_type: "stream";
  readonly name: StreamName;
  readonly text: string;
}

export interface DisplayOutput {
  readonly output_type: "display_data";
  readonly data: MimeBundle;
  readonly metadata: MimeBundle;
}

export interface ResultOutput {
  readonly output_type: "execute_result";
  readonly execution_count: number | null;
  readonly data: MimeBundle;
  readonly metadata: MimeBundle;
}

export interface ErrorOutput {
  readonly output_type: "error";
  readonly ename: string;
  readonly evalue: string;
  readonly traceback: readonly string[];
}

/**
 * An output of a code cell.
 *
 * @example
 * const output: NotebookOutput = { output_type: "stream", name: "stdout", text: "hello\n" };
 */
export type NotebookOutput = StreamOutput | DisplayOutput | ResultOutput | ErrorOutput;

/** An output of an unknown type, perhaps from a later minor version. It is preserved, and shown by its type. */
export interface UnknownOutput {
  readonly output_type: string;
}
