import { AppError } from '../../platform/errors.ts'

/** So long somebody may take to touch a key, or to look at a phone. */
const patienceMs = 5 * 60_000

/** Remembered at once: more than a shop begins, and so few that strangers fill no memory. */
const rememberedMax = 1000

/** Of them from one address: all devices of a shop behind one router sign in at once. */
const ofAddressMax = 50

/** Who is asked: `by` is a session, or what nobody but one browser was told; `address` is where it is. */
type Asked = { by: string; address: string }

/** What devices are asked to sign: each once. In memory: a restart asks again. */
export type Challenges = {
  /** Remembers one. Where an address has many, its own oldest goes: nobody makes those of others forgotten. */
  note(asked: Asked, challenge: string, now: number): void
  /** Takes it, once. Throws AppError `forbidden` when there is none, or it is too old. */
  take(by: string, now: number): string
}

type Known = { challenge: string; at: number; address: string }

export function challenges(): Challenges {
  const known = new Map<string, Known>()
  return {
    note({ by, address }, challenge, now) {
      known.delete(by)
      makeRoom(known, address)
      known.set(by, { challenge, at: now, address })
    },
    take(by, now) {
      const found = known.get(by)
      known.delete(by)
      if (found !== undefined && Math.abs(now - found.at) < patienceMs) return found.challenge
      throw new AppError('forbidden', 'That took too long. Begin again.')
    },
  }
}

/** Of an address that has its share its own oldest goes, and of all the oldest of the address that has most. */
function makeRoom(known: Map<string, Known>, address: string): void {
  const counts = new Map<string, number>()
  for (const one of known.values()) counts.set(one.address, (counts.get(one.address) ?? 0) + 1)
  if ((counts.get(address) ?? 0) >= ofAddressMax) forgetOldestOf(known, address)
  else if (known.size >= rememberedMax) {
    const [most] = [...counts].toSorted(([, a], [, b]) => b - a)
    if (most !== undefined) forgetOldestOf(known, most[0])
  }
}

function forgetOldestOf(known: Map<string, Known>, address: string): void {
  for (const [by, one] of known) {
    if (one.address !== address) continue
    known.delete(by)
    return
  }
}
