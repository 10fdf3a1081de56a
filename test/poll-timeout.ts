/** How long tests wait for something to happen, if they don't say. It takes milliseconds unless the machine is busy. */
export const pollTimeoutMs = 10_000;
