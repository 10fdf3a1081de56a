/** Finds what a misspelt word was meant to be. */
import { distance } from "fastest-levenshtein";

/** The nearest candidate, unless it is too far to be what was meant. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const wanted = word.toLowerCase();
  const limit = Math.max(2, Math.floor(wanted.length / 3));
  const ranked = candidates
    .map((candidate) => ({ candidate, steps: distance(wanted, candidate.toLowerCase()) }))
    .filter(({ steps, candidate }) => steps <= limit && steps < candidate.length)
    .sort((a, b) => a.steps - b.steps);
  return ranked[0]?.candidate;
}
