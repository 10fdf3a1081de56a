/**
 * How long a question must be visible before a click or key answers it. The second click of a double click, or a click
 * that comes just as the client replaces its question, was meant for the previous one.
 */
export const settleMilliseconds = 600;
