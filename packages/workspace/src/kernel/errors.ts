/** The reason why code couldn't run. */
export type KernelErrorCode =
  /** No Jupyter server is installed, or none of those found works. */
  | "no-jupyter"
  /** The server couldn't be started, or exited. */
  | "server-failed"
  | "unreachable"
  | "unauthorized"
  | "not-jupyter"
  /** The server answered with an error. */
  | "refused"
  | "no-kernel"
  | "wrong-language"
  /** The kernel couldn't be started. */
  | "kernel-failed"
  /** The kernel died while it ran the code. Its state is lost. */
  | "kernel-died"
  /** The run was cancelled. */
  | "cancelled"
  /** The kernel was restarted while it ran the code. Its state is lost. */
  | "restarted"
  | "connection-lost"
  | "closed"
  | "bad-setting";

/**
 * Code couldn't run, or not to its end. Python exceptions are outputs, not errors of this kind.
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
