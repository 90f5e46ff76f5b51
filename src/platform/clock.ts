/** Where the time comes from: milliseconds since the epoch. An argument everywhere, so that a test can set it. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }
