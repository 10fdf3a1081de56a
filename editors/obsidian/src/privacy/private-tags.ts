/** Notes that are kept from clients by their tags. */
import { existsSync } from "node:fs";
import {
  type App,
  type CachedMetadata,
  getAllTags,
  getFrontMatterInfo,
  MarkdownView,
  parseFrontMatterTags,
  parseYaml,
} from "obsidian";
import { fileLeaves } from "../vault/leaves.js";
import type { VaultPaths } from "../vault/vault-paths.js";

/** As Obsidian compares them: without the sign, and small letters are the same as capitals. */
export function plainTag(tag: string): string {
  return tag.trim().replace(/^#+/, "").replace(/\/+$/, "").toLowerCase();
}

/** True when one of a note's tags is one of these, or below one of them (`private/diary` below `private`). */
export function hasTag(tags: readonly string[], wanted: readonly string[]): boolean {
  const plain = tags.map(plainTag);
  return wanted.map(plainTag).some((each) => plain.some((tag) => tag === each || tag.startsWith(`${each}/`)));
}

/** True when a text has one of these tags anywhere: for what was typed and is not indexed yet. */
export function mentionsTag(text: string, wanted: readonly string[]): boolean {
  const small = text.toLowerCase();
  return wanted.map(plainTag).some((tag) => {
    for (let at = small.indexOf(`#${tag}`); at >= 0; at = small.indexOf(`#${tag}`, at + 1)) {
      const next = small[at + tag.length + 1] ?? "";
      if (!/[\p{L}\p{N}_-]/u.test(next)) return true;
    }
    return false;
  });
}

/** True when the properties of a text have one of these tags, or are half typed and might have it. */
export function propertiesHaveTag(text: string, wanted: readonly string[]): boolean {
  const { exists, frontmatter } = getFrontMatterInfo(text);
  if (!exists) return false;
  try {
    return hasTag(parseFrontMatterTags(parseYaml(frontmatter)) ?? [], wanted);
  } catch {
    const small = frontmatter.toLowerCase();
    return wanted.some((tag) => small.includes(plainTag(tag)));
  }
}

export class PrivateTags {
  readonly #app: App;
  readonly #paths: VaultPaths;
  readonly #tags: () => readonly string[];
  /** The last text of each open note and whether it has such a tag: this is asked at each step of the cursor. */
  readonly #typed = new WeakMap<MarkdownView, { readonly text: string; readonly isPrivate: boolean }>();

  constructor(app: App, paths: VaultPaths, tags: () => readonly string[]) {
    this.#app = app;
    this.#paths = paths;
    this.#tags = tags;
  }

  /** For the endpoint: a note that Obsidian has not indexed might have such a tag. */
  isWithheld(path: string): boolean {
    const tags = this.#tags();
    const vaultPath = this.#paths.inVault(path);
    if (tags.length === 0 || vaultPath === undefined || !/\.md$/i.test(vaultPath)) return false;
    const cache = this.#app.metadataCache.getCache(vaultPath);
    // A note that is yet to be made has no tags.
    if (!cache) return existsSync(path);
    return this.#isTagged(cache, tags) || this.#isTyped(vaultPath, tags);
  }

  #isTagged(cache: CachedMetadata, tags: readonly string[]): boolean {
    return hasTag(getAllTags(cache) ?? [], tags);
  }

  #isTyped(vaultPath: string, tags: readonly string[]): boolean {
    return fileLeaves(this.#app).some(({ path, view }) => {
      if (path !== vaultPath || !(view instanceof MarkdownView)) return false;
      const text = view.getViewData();
      const known = this.#typed.get(view);
      if (known?.text === text) return known.isPrivate;
      const isPrivate = mentionsTag(text, tags) || propertiesHaveTag(text, tags);
      this.#typed.set(view, { text, isPrivate });
      return isPrivate;
    });
  }

  /** Other tags count now. */
  forget(): void {
    for (const { view } of fileLeaves(this.#app)) if (view instanceof MarkdownView) this.#typed.delete(view);
  }
}
