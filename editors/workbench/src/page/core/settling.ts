/**
 * How long a question must have been on the screen before a click or a key answers it. A click that was meant for what was
 * there before must not be an answer: the second of a double click, or one that was on its way when the client took its
 * question back and asked another.
 */
export const settleMilliseconds = 600;
