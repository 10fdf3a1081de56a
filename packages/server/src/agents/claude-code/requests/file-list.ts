/** The files of a folder as requests answer them. */
import { type FileRun, pathsOf } from "../../../hub/files/list-files.js";
import { RawJson } from "../peer/peer.js";

/** What JSON writes otherwise than it is. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among it.
const needsEscapes = /["\\\u0000-\u001f\ud800-\udfff]/;

/** As JSON.stringify writes the paths, for a third of its time: most names are written as they are. */
export function jsonOf(runs: readonly FileRun[]): string {
  const parts = runs.map(({ prefix, names }) =>
    needsEscapes.test(prefix) || needsEscapes.test(names.join(""))
      ? names.map((name) => JSON.stringify(prefix + name)).join(",")
      : `"${prefix}${names.join(`","${prefix}`)}"`,
  );
  return `[${parts.join(",")}]`;
}

export class FileList {
  readonly count: number;
  /** Undefined once only the serialised form is kept. */
  #runs: readonly FileRun[] | undefined;
  #json: RawJson | undefined;

  constructor(runs: readonly FileRun[]) {
    this.#runs = runs;
    this.count = runs.reduce((sum, { names }) => sum + names.length, 0);
  }

  paths(): readonly string[] {
    return this.#runs ? pathsOf(this.#runs) : JSON.parse(this.json().bytes.toString());
  }

  /** All paths, serialised. */
  json(): RawJson {
    this.#json ??= new RawJson(Buffer.from(jsonOf(this.#runs ?? [])));
    return this.#json;
  }

  /** For one that is kept: in the form in which it is asked for most, which takes a third of the room. */
  shrink(): this {
    this.json();
    this.#runs = undefined;
    return this;
  }
}
