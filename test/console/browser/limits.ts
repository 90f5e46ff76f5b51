/** A test with a browser starts programs and loads pages: on a busy machine that takes its time, in milliseconds. */
export const browserLimitMs = 120_000
