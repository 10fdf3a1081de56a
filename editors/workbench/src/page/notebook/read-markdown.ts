/**
 * Parses Markdown from a notebook, which may be malicious. Text that would block the page is not parsed: text with very
 * many marks, because the parser searches the end of each in all the text that follows, and very deep nesting. Pure.
 */
import { marked, type Token } from "marked";

/** Per block. */
const limits = { emphasis: 1000, links: 150, depth: 50 };

const emphasis = /[*_~]+/g;
const links = /\]\(|!?\[/g;
const nested = new RegExp(`(?:^|\\n)(?:[ \\t]*(?:>|[-*+][ \\t]|\\d+[.)][ \\t])){${limits.depth},}`);

function count(text: string, mark: RegExp): number {
  return text.match(mark)?.length ?? 0;
}

/** Returns undefined for text that should be shown without formatting. */
export function readMarkdown(text: string): readonly Token[] | undefined {
  if (nested.test(text)) return undefined;
  const blocks = text.split(/\n[ \t]*\n/);
  if (blocks.some((block) => count(block, emphasis) > limits.emphasis || count(block, links) > limits.links))
    return undefined;
  try {
    return marked.lexer(text);
  } catch {
    return undefined;
  }
}
