import type { Conn } from '../platform/db/connection.ts'
import { AppError } from '../platform/errors.ts'
import { toNfc } from '../platform/text.ts'
import { requireActingOwner } from './acting-user.ts'
import { adjustCredits, grantCredits } from './credits.ts'

/** Credits that one entry adds or takes at most: a mistyped amount should not need a calculator to see. */
const creditsMax = 1_000_000

const noteMax = 200

export type CreditsInput = {
  kind: 'grant' | 'adjustment'
  amount: number
  note: string
  by: string
}

/** What an owner enters by hand. Throws AppError `invalid_request` with the field, and like `requireActingOwner`. */
export function giveCredits(conn: Conn, input: CreditsInput, now: number): void {
  const { kind, by } = input
  requireActingOwner(conn, by)
  const amount = checkedAmount(input)
  const note = toNfc(input.note).trim()
  if (note.length === 0 || note.length > noteMax) {
    throw new AppError('invalid_request', `The note must have 1 to ${noteMax} characters.`, {
      field: 'note',
    })
  }
  if (kind === 'grant') grantCredits(conn, { amount, by, note }, now)
  else adjustCredits(conn, { amount, by, note }, now)
}

function checkedAmount({ kind, amount }: CreditsInput): number {
  const least = kind === 'grant' ? 1 : -creditsMax
  const isAllowed = Number.isInteger(amount) && amount >= least && amount <= creditsMax
  if (isAllowed && amount !== 0) return amount
  const allowed =
    kind === 'grant'
      ? `a whole number from 1 to ${creditsMax}`
      : `a whole number from -${creditsMax} to ${creditsMax}, and not 0`
  throw new AppError('invalid_request', `The number of credits must be ${allowed}.`, {
    field: 'amount',
  })
}
