/** The outputs of a code cell in the shapes of nbformat 4. Texts are one string here; files hold them as lists of lines. */

/** Representations of one thing by their media type. Texts are strings, what is binary is base64, JSON is itself. */
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
 * What a code cell shows below itself.
 *
 * @example
 * const output: NotebookOutput = { output_type: "stream", name: "stdout", text: "hello\n" };
 */
export type NotebookOutput = StreamOutput | DisplayOutput | ResultOutput | ErrorOutput;

/** An output of a kind that a later minor version may bring: kept, and shown as what it is called. */
export interface UnknownOutput {
  readonly output_type: string;
}
