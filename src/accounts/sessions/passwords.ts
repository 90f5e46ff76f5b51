import { AppError } from '../../platform/errors.ts'
import { toNfc } from '../../platform/text.ts'
import type { PasswordOwner } from './password-strength.ts'

/** How many hashes are computed at once: each takes 64 MiB and one processor meanwhile. */
const atOnceMax = 2

/** How many of each kind may wait. More are refused, so that a flood of them ends. */
const waitingMax = 20

const busySeconds = 5

/**
 * The hash of a random text that nobody kept, made at the same cost as every other hash. An unknown e-mail address is checked against it,
 * and so takes as long as a wrong password.
 */
export const nobodysHash =
  '$argon2id$v=19$m=65536,t=2,p=1$55Z43cj8wQsFhU3pLSzAe8FJakm4f2JNogkQAwihIBc$z9oBj4BGwYkI6MdE4U8/WKGtf72FK0wuxsPBuj+wzMU'

/** Who asks: strangers can send any number of requests, but never delay known users. */
type Asker = 'known' | 'stranger'

let running = 0
const waiting: Record<Asker, (() => void)[]> = { known: [], stranger: [] }

/** argon2id, salted, as text that contains its own cost. Throws AppError `unavailable` when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return inTurn('known', () => Bun.password.hash(toNfc(password), 'argon2id'))
}

/** Whether a password matches a hash. Without a hash it never does, and the check takes as long. */
export async function isPassword(
  password: string,
  hash: string | null,
  asker: Asker = 'stranger',
): Promise<boolean> {
  const verify = () => Bun.password.verify(toNfc(password), hash || nobodysHash)
  return (await inTurn(asker, verify)) && Boolean(hash)
}

async function inTurn<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
  if (waiting[asker].length >= waitingMax) throw busy()
  if (running >= atOnceMax) await new Promise<void>((resolve) => waiting[asker].push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.known.shift() ?? waiting.stranger.shift()
    if (next === undefined) running--
    else next()
  }
}

function busy(): AppError {
  return new AppError('unavailable', 'Too many sign in at once. Try again in a few seconds.', {
    retryAfterSeconds: busySeconds,
  })
}

/** A new password in its stored form. Throws AppError `invalid_request`. */
export async function checkedNewPassword(
  typed: string,
  owner: PasswordOwner = {},
  field = 'password',
): Promise<string> {
  // Keyboards differ in how they compose accents.
  const password = toNfc(typed)
  const { judgeOfServer } = await import('./known-words.ts')
  const { passwordMin, passwordMax } = await import('./password-strength.ts')
  const { fault } = judgeOfServer()(password, owner)
  if (fault === undefined) return password
  const advice = 'Choose another one: a few words that do not belong together are good.'
  const refusals = {
    length: `The password must have ${passwordMin} to ${passwordMax} characters.`,
    common: `This password is among the first that anybody would try. ${advice}`,
    own: `This password is made of your name, e-mail address or organisation. ${advice}`,
  }
  throw new AppError('invalid_request', refusals[fault], { field })
}
