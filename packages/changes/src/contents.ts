/** Loads the contents of versions from the store, and collects new ones to save with the next state. */
import type { Chain, ContentChain, Link } from "./chain.js";
import { type Content, unstoredMode } from "./content.js";
import { blobId } from "./objects.js";
import type { FileChain, Version } from "./state.js";
import type { Store } from "./store.js";

/** A blob is missing, for example because it was removed from the store. */
export class MissingContent extends Error {
  override readonly name = "MissingContent";
  constructor() {
    super("The stored text is missing or damaged.");
  }
}

type StoredChain = Chain<Version>;

export class Contents {
  readonly #store: Store;
  /** Texts that aren't stored yet, by their id. */
  readonly added = new Map<string, string>();
  readonly #stored = new Set<string>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Reads versions that will be needed soon, with one process instead of one for each. */
  async prepare(versions: Iterable<Version>): Promise<void> {
    const oids = [...versions].flatMap((each) => (each && each.mode !== unstoredMode ? [each.oid] : []));
    if (oids.length > 1) await this.#store.readBlobs(oids);
  }

  /** Loads several versions at once. */
  async load(versions: readonly Version[]): Promise<Content[]> {
    const oids = versions.flatMap((each) => (each && each.mode !== unstoredMode ? [each.oid] : []));
    const texts = await this.#store.readBlobs(oids.filter((oid) => !this.added.has(oid)));
    for (const oid of texts.keys()) this.#stored.add(oid);
    return versions.map((version) => {
      if (version === null) return undefined;
      const { mode, oid } = version;
      const text = mode === unstoredMode ? oid : (this.added.get(oid) ?? texts.get(oid));
      if (text === undefined) throw new MissingContent();
      return { mode, text };
    });
  }

  /** {@link prepare} for chains. */
  async prepareChains(chains: readonly StoredChain[]): Promise<void> {
    await this.prepare(
      chains.flatMap(({ links, now }) => [now, ...links.flatMap(({ before, mine }) => [before, mine])]),
    );
  }

  async loadChain({ links, now }: StoredChain): Promise<ContentChain> {
    const versions = [now, ...links.flatMap(({ before, mine }) => [before, mine])];
    const [current, ...contents] = await this.load(versions);
    return {
      links: links.map(({ turn }, index) => ({ turn, before: contents[2 * index], mine: contents[2 * index + 1] })),
      now: current,
    };
  }

  toVersion(content: Content): Version {
    if (content === undefined) return null;
    const { mode, text } = content;
    if (mode === unstoredMode) return { mode, oid: text };
    const oid = blobId(Buffer.from(text, "latin1"));
    if (!this.#stored.has(oid)) this.added.set(oid, text);
    return { mode, oid };
  }

  toLinks(links: readonly Link<Content>[]): FileChain["links"] {
    return links.map(({ turn, before, mine }) => ({
      turn,
      before: this.toVersion(before),
      mine: this.toVersion(mine),
    }));
  }
}
