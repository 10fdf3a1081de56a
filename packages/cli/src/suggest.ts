import { distance } from "fastest-levenshtein";

/** Returns the candidate most similar to a misspelled word, if one is similar enough. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const wanted = word.toLowerCase();
  const limit = Math.max(2, Math.floor(wanted.length / 3));
  const ranked = candidates
    .map((candidate) => ({ candidate, steps: distance(wanted, candidate.toLowerCase()) }))
    .filter(({ steps, candidate }) => steps <= limit && steps < candidate.length)
    .sort((a, b) => a.steps - b.steps);
  return ranked[0]?.candidate;
}
