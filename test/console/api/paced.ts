/**
 * How many wrong tries within so many milliseconds may have passed, where so many are free and then each doubles a wait that
 * is a second at first. The wait counts from the beginning of a try: a busy machine may check one for longer.
 */
export function passedMax(free: number, ms: number): number {
  return free + Math.floor(Math.log2(1 + ms / 1000))
}

/**
 * A hash that is checked at once, where the pace of tries is tested: a usual one takes a third of a second, and many times
 * that on a busy machine, which is longer than the first waits.
 */
export function quickHash(password: string): Promise<string> {
  return Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })
}
