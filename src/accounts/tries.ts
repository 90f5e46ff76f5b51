import { AppError } from '../platform/errors.ts'

/** How wrong tries slow down: so many are free, then each one doubles the wait from a second up to a limit. */
type Pace = { free: number; waitMaxMs: number }

const secondMs = 1000

/**
 * An account waits a minute at most: whoever tries passwords on it must not keep its user out for long, at a device that
 * is new to it. One that is known to it has tries of its own, as has a browser that is signed in.
 * An address has more free tries, for those who share it, and then waits up to a quarter of an hour.
 */
const paces = {
  device: { free: 5, waitMaxMs: 60 * secondMs },
  account: { free: 5, waitMaxMs: 60 * secondMs },
  address: { free: 20, waitMaxMs: 15 * 60 * secondMs },
} satisfies Record<string, Pace>

/** Wrong tries are forgotten so long after the last one. */
const forgottenMs = 30 * 60 * secondMs

/** Accounts and addresses remembered at once: so many that a machine of the network cannot make them forgotten. */
const rememberedMax = 10_000

type Kind = keyof typeof paces
type Known = { key: string; kind: Kind; wrong: number; lastAt: number }

/** A try that has begun; it counts as wrong until it is said to be right. */
type Try = { wasRight(): void }

/** Who tries: a stranger, or a device that is known to the account, by its proof or its session. */
type Trier = { account: string; address: string } | { device: string }

/** Slows down wrong tries of passwords, never for good. In memory: a restart forgives. */
export type Tries = {
  /**
   * Begins a try. It counts before its outcome is known, so that a thousand at once are not a thousand free ones.
   * Throws AppError `rate_limited` while one has to wait; that does not lengthen the wait.
   */
  begin(trier: Trier, now: number): Try
}

export function tries(): Tries {
  const known = new Map<string, Known>()
  return {
    begin(trier, now) {
      const counted =
        'device' in trier
          ? [recall(known, 'device', trier.device, now)]
          : [
              recall(known, 'account', trier.account, now),
              recall(known, 'address', trier.address, now),
            ]
      const waitMs = Math.max(...counted.map((entry) => waitOf(entry, now)))
      if (waitMs > 0) throw tooMany(waitMs)
      for (const entry of counted) {
        entry.wrong++
        entry.lastAt = now
        remember(known, entry)
      }
      return {
        wasRight() {
          if ('device' in trier) for (const entry of counted) known.delete(entry.key)
          // Only its own try: whoever tries must not learn from a shorter wait that the user has come in meanwhile.
          else for (const entry of counted) if (entry.wrong > 0) entry.wrong--
        },
      }
    },
  }
}

function recall(known: ReadonlyMap<string, Known>, kind: Kind, name: string, now: number): Known {
  const key = `${kind} ${name}`
  const entry = known.get(key)
  // A try of the future was counted by a clock that was wrong.
  const counts = entry !== undefined && entry.lastAt <= now && now - entry.lastAt < forgottenMs
  return counts ? entry : { key, kind, wrong: 0, lastAt: now }
}

/** The last one is the one remembered longest. */
function remember(known: Map<string, Known>, entry: Known): void {
  known.delete(entry.key)
  const oldest = known.size < rememberedMax ? undefined : known.keys().next().value
  if (oldest !== undefined) known.delete(oldest)
  known.set(entry.key, entry)
}

function waitOf({ kind, wrong, lastAt }: Known, now: number): number {
  const { free, waitMaxMs } = paces[kind]
  if (wrong < free) return 0
  const wait = Math.min(waitMaxMs, secondMs * 2 ** Math.min(wrong - free, 30))
  return lastAt + wait - now
}

function tooMany(waitMs: number): AppError {
  const seconds = Math.ceil(waitMs / secondMs)
  const unit = seconds === 1 ? 'second' : 'seconds'
  return new AppError('rate_limited', `Too many wrong tries. Try again in ${seconds} ${unit}.`, {
    retryAfterSeconds: seconds,
  })
}
