/** Hides notes from clients by their tags. */
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

/** Returns a tag as Obsidian compares it: without `#` and in lower case. */
export function normalizeTag(tag: string): string {
  return tag.trim().replace(/^#+/, "").replace(/\/+$/, "").toLowerCase();
}

/** Whether a note has one of the wanted tags, or one nested in it (`private/diary` in `private`). */
export function hasTag(tags: readonly string[], wanted: readonly string[]): boolean {
  const normalized = tags.map(normalizeTag);
  return wanted.map(normalizeTag).some((each) => normalized.some((tag) => tag === each || tag.startsWith(`${each}/`)));
}

/** Whether a note contains one of these tags anywhere. For text that isn't indexed yet. */
export function mentionsTag(text: string, wanted: readonly string[]): boolean {
  const small = text.toLowerCase();
  return wanted.map(normalizeTag).some((tag) => {
    for (let at = small.indexOf(`#${tag}`); at >= 0; at = small.indexOf(`#${tag}`, at + 1)) {
      const next = small[at + tag.length + 1] ?? "";
      if (!/[\p{L}\p{N}_-]/u.test(next)) return true;
    }
    return false;
  });
}

/** Whether the properties of a note have one of these tags, or are incomplete and might have one. */
export function propertiesHaveTag(text: string, wanted: readonly string[]): boolean {
  const { exists, frontmatter } = getFrontMatterInfo(text);
  if (!exists) return false;
  try {
    return hasTag(parseFrontMatterTags(parseYaml(frontmatter)) ?? [], wanted);
  } catch {
    const small = frontmatter.toLowerCase();
    return wanted.some((tag) => small.includes(normalizeTag(tag)));
  }
}

export class PrivateTags {
  readonly #app: App;
  readonly #paths: VaultPaths;
  readonly #tags: () => readonly string[];
  /**
   * The last text of each open note and whether it has such a tag. Cached, because it is needed on every cursor move.
   */
  readonly #typed = new WeakMap<MarkdownView, { readonly text: string; readonly isPrivate: boolean }>();

  constructor(app: App, paths: VaultPaths, tags: () => readonly string[]) {
    this.#app = app;
    this.#paths = paths;
    this.#tags = tags;
  }

  /** Whether a note is hidden. A note that isn't indexed yet might have such a tag, so it is. */
  isHidden(path: string): boolean {
    const tags = this.#tags();
    const vaultPath = this.#paths.inVault(path);
    if (tags.length === 0 || vaultPath === undefined || !/\.md$/i.test(vaultPath)) return false;
    const cache = this.#app.metadataCache.getCache(vaultPath);
    // A note that doesn't exist yet has no tags.
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

  /** Clears the cache, because the tags have changed. */
  forget(): void {
    for (const { view } of fileLeaves(this.#app)) if (view instanceof MarkdownView) this.#typed.delete(view);
  }
}
