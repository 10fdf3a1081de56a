/** Warns about unresolved links in a note. */
import type { Diagnostic, TextRange } from "@tandem-ide/base";
import { type App, type CachedMetadata, getLinkpath, type Pos, type TFile } from "obsidian";

interface Reference {
  readonly link: string;
  readonly original: string;
  readonly position?: Pos;
}

const isUrl = /^[a-z][a-z0-9+.-]*:/i;

function toRange({ start, end }: Pos): TextRange {
  return { start: { line: start.line, character: start.col }, end: { line: end.line, character: end.col } };
}

/** Finds a link in the properties, which has no position in Obsidian's index. */
function rangeInProperties(original: string, lines: readonly string[], lastLine: number): TextRange {
  for (let line = 0; line <= lastLine; line++) {
    const character = lines[line]?.indexOf(original) ?? -1;
    if (character >= 0) return { start: { line, character }, end: { line, character: character + original.length } };
  }
  return { start: { line: 0, character: 0 }, end: { line: 0, character: lines[0]?.length ?? 0 } };
}

export function isUnresolved({ metadataCache }: App, link: string, from: TFile): boolean {
  const path = getLinkpath(link);
  // A link to a heading in the same note, or to the web.
  if (path === "" || isUrl.test(path)) return false;
  return metadataCache.getFirstLinkpathDest(path, from.path) === null;
}

function warning(what: string, { link, original }: Reference, range: TextRange): Diagnostic {
  return {
    message: `${what} ${original} is unresolved: the vault has no "${getLinkpath(link)}".`,
    severity: "Warning",
    range,
    source: "Obsidian",
    code: "unresolved-link",
  };
}

/** Returns the warnings for a note. `text` is the indexed text. */
export function linkWarnings(app: App, file: TFile, cache: CachedMetadata, text: string): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const check = (what: string, references: readonly Reference[], rangeOf: (each: Reference) => TextRange) => {
    for (const each of references)
      if (isUnresolved(app, each.link, file)) found.push(warning(what, each, rangeOf(each)));
  };
  const lines = text.split("\n");
  const lastLine = cache.frontmatterPosition?.end.line ?? 0;
  const inText = (each: Reference) =>
    each.position ? toRange(each.position) : rangeInProperties(each.original, lines, lines.length - 1);
  check("The link", cache.frontmatterLinks ?? [], ({ original }) => rangeInProperties(original, lines, lastLine));
  check("The link", cache.links ?? [], inText);
  check("The embed", cache.embeds ?? [], inText);
  return found;
}
