/** Why code could not be run, with a code for programs and words for people. */
export type KernelErrorCode =
  /** No Jupyter server is installed, or none of those found works. */
  | "no-jupyter"
  /** The server could not be started, or ended by itself. */
  | "server-failed"
  | "unreachable"
  | "unauthorized"
  | "not-jupyter"
  /** The server answered, but not with what was asked for. */
  | "refused"
  | "no-kernel"
  | "wrong-language"
  /** The kernel could not be started. */
  | "kernel-failed"
  /** The kernel died while it ran the code: its state is lost. */
  | "kernel-died"
  /** The run was cancelled. */
  | "cancelled"
  /** The kernel was restarted while it ran the code: its state is lost. */
  | "restarted"
  | "connection-lost"
  | "closed"
  | "bad-setting";

/**
 * Code could not be run, or did not run to its end. A Python exception is not such an error but an output.
 *
 * @example
 * try { await kernels.run(code, signal); }
 * catch (error) { if (error instanceof KernelError && error.code === "no-jupyter") offerToInstall(error.message); }
 */
export class KernelError extends Error {
  override readonly name = "KernelError";
  readonly code: KernelErrorCode;

  constructor(code: KernelErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
