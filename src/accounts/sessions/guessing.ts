import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../platform/errors.ts'
import { nobodysHash } from './passwords.ts'

/* What whoever guesses passwords meets: a wait that grows with wrong tries, and does not hold up devices that are known. */

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
  // Six digits are soon guessed, and who is asked for them has the password already.
  secondStep: { free: 5, waitMaxMs: 15 * 60 * secondMs },
  // By address alone: nobody may hold up the pairing of a bridge from another computer.
  pairing: { free: 5, waitMaxMs: 15 * 60 * secondMs },
} satisfies Record<string, Pace>

/** Wrong tries are forgotten so long after the last one. */
const forgottenMs = 30 * 60 * secondMs

/** Accounts and addresses remembered at once: so many that a machine of the network cannot make them forgotten. */
const rememberedMax = 10_000

type Kind = keyof typeof paces
type Known = { key: string; kind: Kind; wrong: number; lastAt: number }

/** A try that has begun; it counts as wrong until it is said to be right. */
type Try = { wasRight(): void }

/**
 * Who tries: a stranger, a device that is known to the account, by its proof or its session, a user's second step, or an address that
 * sends codes for the keys of a bridge.
 */
type Trier =
  | { account: string; address: string }
  | { device: string }
  | { secondStep: string }
  | { pairing: string }

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
      const counted = namesOf(trier).map(([kind, name]) => recall(known, kind, name, now))
      const waitMs = Math.max(...counted.map((entry) => waitOf(entry, now)))
      if (waitMs > 0) throw tooManyTries(waitMs)
      for (const entry of counted) {
        entry.wrong++
        entry.lastAt = now
        remember(known, entry)
      }
      return {
        wasRight() {
          if (!('account' in trier)) for (const entry of counted) known.delete(entry.key)
          // Only its own try: whoever tries must not learn from a shorter wait that the user has come in meanwhile.
          else for (const entry of counted) if (entry.wrong > 0) entry.wrong--
        },
      }
    },
  }
}

function namesOf(trier: Trier): [Kind, string][] {
  if ('device' in trier) return [['device', trier.device]]
  if ('secondStep' in trier) return [['secondStep', trier.secondStep]]
  if ('pairing' in trier) return [['pairing', trier.pairing]]
  return [
    ['account', trier.account],
    ['address', trier.address],
  ]
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

function tooManyTries(waitMs: number): AppError {
  const seconds = Math.ceil(waitMs / secondMs)
  const unit = seconds === 1 ? 'second' : 'seconds'
  return new AppError('rate_limited', `Too many wrong tries. Try again in ${seconds} ${unit}.`, {
    retryAfterSeconds: seconds,
  })
}

/** Accounts that one device is known to: so many share a computer of a shop. The one that signed in longest ago goes. */
const accountsMax = 8

const idBytes = 16
const idForm = /^[\w-]{22}$/
const proofForm = /^[\w-]{43}$/

/*
 * A device is known to an account once it has signed in to it, by a cookie: an id, and for each account a proof, which is
 * the id signed with the hash of that account's password. So nobody else can make one, nothing is stored, and a new
 * password ends them all (source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
 */

/**
 * The proof in a device's cookie that it has signed in to the account of this hash; undefined when it has not. The work is
 * the same for an account that nobody has.
 */
export function findDeviceProof(
  sent: string | undefined,
  passwordHash: string | null,
): string | undefined {
  const { id, proofs } = readCookie(sent)
  const wanted = proofOf(id, passwordHash || nobodysHash)
  const found = proofs.find((proof) => isSame(proof, wanted))
  // Anybody can sign with the hash that nobody has.
  return passwordHash ? found : undefined
}

/** The cookie of a device that has signed in to one more account. */
export function rememberedDevice(sent: string | undefined, passwordHash: string): string {
  const { id, proofs } = readCookie(sent)
  const proof = proofOf(id, passwordHash)
  const others = proofs.filter((other) => other !== proof)
  return [id, proof, ...others].slice(0, 1 + accountsMax).join('.')
}

/**
 * What is no cookie of ours counts as a new device. What has not the form of a proof is left out: the parts stand in the
 * answer's header again, and anybody can send anything.
 */
function readCookie(sent = ''): { id: string; proofs: string[] } {
  const [id = '', ...proofs] = sent.split('.').slice(0, 1 + accountsMax)
  if (idForm.test(id)) return { id, proofs: proofs.filter((proof) => proofForm.test(proof)) }
  return { id: base64url(crypto.getRandomValues(new Uint8Array(idBytes))), proofs: [] }
}

function proofOf(id: string, passwordHash: string): string {
  return base64url(createHmac('sha256', passwordHash).update(`device ${id}`).digest())
}

function isSame(sent: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
