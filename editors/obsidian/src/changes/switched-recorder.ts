/** A recorder that the user can turn on and off while the endpoint runs. */
import type { ChangeList, ChangeOutcome, ChangeRecorder, Changes, ChangeTarget, OpenChange } from "@tandem-ide/changes";
import { noChanges } from "@tandem-ide/changes/remote";
import { RecorderSwitch } from "@tandem-ide/changes/switch";
import type { ChangeObserver } from "@tandem-ide/server";

export type Recorder = Pick<ChangeRecorder, keyof ChangeObserver | keyof Changes | "close">;

export class SwitchedRecorder extends RecorderSwitch implements Changes {
  readonly #create: () => Recorder;
  readonly #listeners = new Set<() => void>();
  #recorder: Recorder | undefined;
  #closing: Promise<unknown> = Promise.resolve();

  /** It is off at first. */
  constructor(create: () => Recorder) {
    super();
    this.#create = create;
  }

  setOn(isOn: boolean): void {
    if (isOn === (this.#recorder !== undefined)) return;
    const before = this.#recorder;
    this.disconnect();
    this.#recorder = isOn ? this.#create() : undefined;
    if (before) this.#closing = Promise.all([this.#closing, before.close()]);
    this.#recorder?.onChanged(() => this.#changed());
    if (this.#recorder) this.connect(this.#recorder);
    this.#changed();
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.setOn(false);
    await this.#closing;
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  get #changes(): Changes {
    return this.#recorder ?? noChanges;
  }
  get list(): ChangeList {
    return this.#changes.list;
  }
  onChanged(listener: () => void): () => void {
    const own = () => listener();
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }
  open(turn: string, path: string): Promise<OpenChange | { readonly whyNot: string }> {
    return this.#changes.open(turn, path);
  }
  openFile(path: string): Promise<OpenChange | undefined> {
    return this.#changes.openFile(path);
  }
  keep(target: ChangeTarget): Promise<ChangeOutcome> {
    return this.#changes.keep(target);
  }
  undo(target: ChangeTarget, confirmed?: boolean): Promise<ChangeOutcome> {
    return this.#changes.undo(target, confirmed);
  }
  restore(undone: string, confirmed?: boolean): Promise<ChangeOutcome> {
    return this.#changes.restore(undone, confirmed);
  }
  refresh(): Promise<void> {
    return this.#changes.refresh();
  }
  startOver(): Promise<ChangeOutcome> {
    return this.#changes.startOver();
  }
}
