/** The order in which pending reviews are shown, oldest first. */

/**
 * Returns the review to show after the one with this id: the one that came after it, or else the oldest other one.
 *
 * @example
 * nextInQueue(endpoint.reviews, review.id)
 */
export function nextInQueue<T extends { readonly id: string }>(
  queue: readonly T[],
  id: string | undefined,
): T | undefined {
  const index = queue.findIndex((review) => review.id === id);
  const next = queue[(index + 1) % queue.length];
  return next?.id === id ? undefined : next;
}

/** Returns the place of a review among several, such as "2 of 5", or an empty string if it's the only one. */
export function queuePosition(queue: readonly { readonly id: string }[], id: string): string {
  const index = queue.findIndex((review) => review.id === id);
  return index < 0 || queue.length < 2 ? "" : `${index + 1} of ${queue.length}`;
}
