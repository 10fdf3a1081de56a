/** Links of a note that lead nowhere, as warnings. */
import type { Diagnostic, TextRange } from "@tandem/base";
import { type App, type CachedMetadata, getLinkpath, type Pos, type TFile } from "obsidian";

/** What links, embeds and links in properties have in common. */
interface Reference {
  readonly link: string;
  readonly original: string;
  readonly position?: Pos;
}

const isAddress = /^[a-z][a-z0-9+.-]*:/i;

function toRange({ start, end }: Pos): TextRange {
  return { start: { line: start.line, character: start.col }, end: { line: end.line, character: end.col } };
}

/** A property has no position of its own in Obsidian's index: it is looked for in the text of the properties. */
function rangeInProperties(original: string, lines: readonly string[], lastLine: number): TextRange {
  for (let line = 0; line <= lastLine; line++) {
    const character = lines[line]?.indexOf(original) ?? -1;
    if (character >= 0) return { start: { line, character }, end: { line, character: character + original.length } };
  }
  return { start: { line: 0, character: 0 }, end: { line: 0, character: lines[0]?.length ?? 0 } };
}

/** True for a link into the vault whose note or attachment is not there. */
export function isUnresolved({ metadataCache }: App, link: string, from: TFile): boolean {
  const path = getLinkpath(link);
  // A link to a heading of the note itself, or to the web.
  if (path === "" || isAddress.test(path)) return false;
  return metadataCache.getFirstLinkpathDest(path, from.path) === null;
}

function warning(what: string, { link, original }: Reference, range: TextRange): Diagnostic {
  return {
    message: `${what} ${original} leads nowhere: the vault has no "${getLinkpath(link)}".`,
    severity: "Warning",
    range,
    source: "Obsidian",
    code: "unresolved-link",
  };
}

/** The warnings for one note; `text` is what the index is about. */
export function linkWarnings(app: App, file: TFile, cache: CachedMetadata, text: string): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const look = (what: string, references: readonly Reference[], place: (each: Reference) => TextRange) => {
    for (const each of references) if (isUnresolved(app, each.link, file)) found.push(warning(what, each, place(each)));
  };
  const lines = text.split("\n");
  const lastLine = cache.frontmatterPosition?.end.line ?? 0;
  const inText = (each: Reference) =>
    each.position ? toRange(each.position) : rangeInProperties(each.original, lines, lines.length - 1);
  look("The link", cache.frontmatterLinks ?? [], ({ original }) => rangeInProperties(original, lines, lastLine));
  look("The link", cache.links ?? [], inText);
  look("The embed", cache.embeds ?? [], inText);
  return found;
}
