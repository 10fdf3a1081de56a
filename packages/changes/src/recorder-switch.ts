/** Passes what the hub reports to a recorder that is loaded later, or that the user can turn off and on. */
import type { ChangeObserver, ClientInfo, RecordedWorkspace } from "@tandem-ide/server";

type Report = (recorder: ChangeObserver) => void;

/**
 * @example
 * const observer = new RecorderSwitch();
 * const endpoint = await createEndpoint(editor, { changes: observer });
 * observer.expect(); // Stores what is reported from now on.
 * const { ChangeRecorder } = await import("@tandem-ide/changes");
 * observer.connect(new ChangeRecorder());
 */
export class RecorderSwitch implements ChangeObserver {
  readonly #attached: () => void;
  #workspace: RecordedWorkspace | undefined;
  #clients: readonly ClientInfo[] = [];
  #recorder: ChangeObserver | undefined;
  /** What was reported since {@link RecorderSwitch.expect}, in order. */
  #waiting: Report[] | undefined;

  /** `attached` is called for each endpoint. */
  constructor(attached: () => void = () => {}) {
    this.#attached = attached;
  }

  get isAttached(): boolean {
    return this.#workspace !== undefined;
  }

  /** Stores reports until {@link RecorderSwitch.connect}, beginning with the clients that are connected now. */
  expect(): void {
    this.#recorder = undefined;
    if (this.#waiting) return;
    const clients = this.#clients;
    this.#waiting = clients.length > 0 ? [(recorder) => recorder.clientsChanged(clients)] : [];
  }

  connect(recorder: ChangeObserver): void {
    this.expect();
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    this.#recorder = recorder;
    if (this.#workspace) recorder.attach(this.#workspace);
    for (const report of waiting) report(recorder);
  }

  disconnect(): void {
    this.#recorder = undefined;
    this.#waiting = undefined;
  }

  attach(workspace: RecordedWorkspace): void {
    // The clients of the previous endpoint.
    if (this.#clients.length > 0) this.clientsChanged([]);
    this.#workspace = workspace;
    this.#attached();
    this.#recorder?.attach(workspace);
  }

  clientsChanged(clients: readonly ClientInfo[]): void {
    this.#clients = clients;
    this.#report((recorder) => recorder.clientsChanged(clients));
  }

  foldersChanged(): void {
    this.#report((recorder) => recorder.foldersChanged());
  }

  promptSent(client: ClientInfo): void {
    this.#report((recorder) => recorder.promptSent(client));
  }

  accepted(path: string, content: string): void {
    this.#report((recorder) => recorder.accepted(path, content));
  }

  saved(path: string): void {
    this.#report((recorder) => recorder.saved(path));
  }

  #report(report: Report): void {
    if (this.#recorder) report(this.#recorder);
    else this.#waiting?.push(report);
  }
}
