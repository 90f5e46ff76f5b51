import { AppError } from '../../platform/errors.ts'

/** So long somebody may take to touch a key, or to look at a phone. */
const patienceMs = 5 * 60_000

/** Remembered at once: more than a shop begins, and so few that strangers fill no memory. */
const rememberedMax = 1000

/** What devices are asked to sign: each once. In memory: a restart asks again. */
export type Challenges = {
  /** Remembers one. `by` is whose it is: a session, or what nobody but one browser was told. */
  note(by: string, challenge: string, now: number): void
  /** Takes it, once. Throws AppError `forbidden` when there is none, or it is too old. */
  take(by: string, now: number): string
}

export function challenges(): Challenges {
  const known = new Map<string, { challenge: string; at: number }>()
  return {
    note(by, challenge, now) {
      known.delete(by)
      const oldest = known.size < rememberedMax ? undefined : known.keys().next().value
      if (oldest !== undefined) known.delete(oldest)
      known.set(by, { challenge, at: now })
    },
    take(by, now) {
      const found = known.get(by)
      known.delete(by)
      if (found !== undefined && Math.abs(now - found.at) < patienceMs) return found.challenge
      throw new AppError('forbidden', 'That took too long. Begin again.')
    },
  }
}
