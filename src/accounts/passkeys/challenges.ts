import { AppError } from '../../platform/errors.ts'

/** How long somebody may take to touch a security key, or to unlock a phone. */
const patienceMs = 5 * 60_000

/** The most challenges at once: more than a shop begins, and few enough that strangers cannot fill the memory. */
const rememberedMax = 1000

/** The most challenges from one address: all devices of a shop may sign in at once behind one router. */
const ofAddressMax = 50

/** Who is challenged: `by` is a session, or a secret that only one browser knows. `address` is the browser's address. */
type Asked = { by: string; address: string }

/** Challenges that devices must sign, each usable once. In memory: a restart forgets them. */
export type Challenges = {
  /** Remembers a challenge. When an address has too many, its own oldest one goes, so nobody can push out the challenges of others. */
  note(asked: Asked, challenge: string, now: number): void
  /** Uses up the challenge. Throws AppError `forbidden` when there is none, or it is too old. */
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

/**
 * When an address has used its share, its own oldest challenge goes. When all are used, the oldest one of the address with the most goes.
 */
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
