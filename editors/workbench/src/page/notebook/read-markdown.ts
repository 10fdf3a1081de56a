/**
 * Reads Markdown of a notebook, which may come from anybody. What is made to be slow (the parser looks for the end of each
 * mark in all that follows) or is nested without end would stop the whole page, so it is not read at all. Pure.
 */
import { marked, type Token } from "marked";

/** In one block, which nobody writes by hand. */
const most = { emphasis: 1000, links: 150, depth: 50 };

const emphasis = /[*_~]+/g;
const links = /\]\(|!?\[/g;
const nested = new RegExp(`(?:^|\\n)(?:[ \\t]*(?:>|[-*+][ \\t]|\\d+[.)][ \\t])){${most.depth},}`);

function count(text: string, mark: RegExp): number {
  return text.match(mark)?.length ?? 0;
}

/** The tokens, or undefined for what is better shown as it stands. */
export function readMarkdown(text: string): readonly Token[] | undefined {
  if (nested.test(text)) return undefined;
  const blocks = text.split(/\n[ \t]*\n/);
  if (blocks.some((block) => count(block, emphasis) > most.emphasis || count(block, links) > most.links))
    return undefined;
  try {
    return marked.lexer(text);
  } catch {
    return undefined;
  }
}
