import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../platform/errors.ts'
import { nobodysHash } from './passwords.ts'

// Slows down password guessing: the wait grows with wrong tries, and does not affect known devices.

/** How wrong tries slow down: the first ones are free, then each one doubles the wait, from a second up to a limit. */
type Pace = { free: number; waitMaxMs: number }

const secondMs = 1000

/**
 * An account waits a minute at most: an attacker must not keep its user out for long on a new device. A device that the account knows has
 * tries of its own, and so has a browser that is signed in. An address has more free tries, because several people share it, and then waits
 * up to a quarter of an hour.
 */
const paces = {
  device: { free: 5, waitMaxMs: 60 * secondMs },
  account: { free: 5, waitMaxMs: 60 * secondMs },
  address: { free: 20, waitMaxMs: 15 * 60 * secondMs },
  // Six digits are soon guessed, and whoever is asked for them has the password already.
  secondStep: { free: 5, waitMaxMs: 15 * 60 * secondMs },
  // Counted by address alone: nobody on another computer may block the pairing of a bridge.
  pairing: { free: 5, waitMaxMs: 15 * 60 * secondMs },
} satisfies Record<string, Pace>

/** Wrong tries are forgotten this long after the last one. */
const forgottenMs = 30 * 60 * secondMs

/** The most remembered accounts and addresses: one computer in the network cannot push out the others. */
const rememberedMax = 10_000

type Kind = keyof typeof paces
type Known = { key: string; kind: Kind; wrong: number; lastAt: number }

/** A try that has begun. It counts as wrong until `wasRight` is called. */
type Try = { wasRight(): void }

/**
 * Who tries: a stranger; a device that the account knows, by its proof or its session; a user's second step; or an address that sends
 * pairing codes for a bridge.
 */
type Trier =
  | { account: string; address: string }
  | { device: string }
  | { secondStep: string }
  | { pairing: string }

/** Slows down wrong password tries, never for good. In memory: a restart forgets them. */
export type Tries = {
  /**
   * Begins a try. It counts before its result is known, so that a thousand simultaneous tries are not all free. Throws AppError
   * `rate_limited` while the caller must wait. A refused try does not lengthen the wait.
   */
  begin(trier: Trier, now: number): Try
}

export function countedTries(): Tries {
  const known = new Map<string, Known>()
  return {
    begin(trier, now) {
      const counted = namesOf(trier).map(([kind, name]) => recall(known, kind, name, now))
      const waitMs = Math.max(...counted.map((entry) => waitOf(entry, now)))
      if (waitMs > 0) throw tooManyTries(waitMs)
      for (const entry of counted) {
        entry.wrong++
        entry.lastAt = now
        remember(known, entry.key, entry, rememberedMax)
      }
      return {
        wasRight() {
          if (!('account' in trier)) for (const entry of counted) known.delete(entry.key)
          // Takes back only this try: a shorter wait must not show an attacker that the user has signed in meanwhile.
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
  // A try from the future was counted by a wrong clock.
  const counts = entry !== undefined && entry.lastAt <= now && now - entry.lastAt < forgottenMs
  return counts ? entry : { key, kind, wrong: 0, lastAt: now }
}

/** Stores an entry as the newest. If there are more than `max`, drops the oldest. */
export function remember<T>(known: Map<string, T>, key: string, entry: T, max: number): void {
  known.delete(key)
  const oldest = known.size < max ? undefined : known.keys().next().value
  if (oldest !== undefined) known.delete(oldest)
  known.set(key, entry)
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

/**
 * How many accounts one device is known to: the people who share a shop's computer. The account with the oldest sign-in is dropped first.
 */
const accountsMax = 8

const idBytes = 16
const idForm = /^[\w-]{22}$/
const proofForm = /^[\w-]{43}$/

// An account knows a device once the device has signed in to it. A cookie records that: an id, and for each account a proof, which is the
// id signed with the hash of that account's password. So nobody else can make a proof, nothing is stored, and a new password ends all
// proofs (source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies").

/**
 * The proof in a device's cookie that it has signed in to the account with this hash. Undefined without a proof. An unknown account takes
 * the same work.
 */
export function findDeviceProof(
  sent: string | undefined,
  passwordHash: string | null,
): string | undefined {
  const { id, proofs } = readCookie(sent)
  const wanted = proofOf(id, passwordHash || nobodysHash)
  const found = proofs.find((proof) => isSame(proof, wanted))
  // Anybody can sign with the hash of the unknown account.
  return passwordHash ? found : undefined
}

/** The cookie of a device, with one more account added. */
export function rememberedDevice(sent: string | undefined, passwordHash: string): string {
  const { id, proofs } = readCookie(sent)
  const proof = proofOf(id, passwordHash)
  const others = proofs.filter((other) => other !== proof)
  return [id, proof, ...others].slice(0, 1 + accountsMax).join('.')
}

/**
 * An invalid cookie counts as a new device. Parts without the form of a proof are dropped: the answer's header repeats the parts, and
 * anybody can send anything.
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

/** The most refusals of each kind that account history records a day: history is kept for good, and strangers can cause entries. */
const recordedADayMax = 200
const dayMs = 24 * 60 * 60 * 1000

/**
 * Counts the refusals of a day, so that history stays readable. Passwords and codes are counted separately: anybody can send wrong
 * passwords, and a wrong code comes after a right password. In memory: a restart begins anew.
 */
export type RefusedSignIns = { isRecorded(what: 'password' | 'code', now: number): boolean }

export function refusedSignIns(): RefusedSignIns {
  const days = { password: countingDays(), code: countingDays() }
  return { isRecorded: (what, now) => days[what](now) <= recordedADayMax }
}

/** Counts its calls on one day. */
function countingDays() {
  let since = Number.NEGATIVE_INFINITY
  let count = 0
  return (now: number): number => {
    if (now < since || now - since >= dayMs) {
      since = now
      count = 0
    }
    return ++count
  }
}
