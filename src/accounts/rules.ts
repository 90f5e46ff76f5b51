import { AppError } from '../platform/errors.ts'
import { toNfc } from '../platform/text.ts'

// The terms of accounts: roles, duties, e-mail addresses and names.

export const roles = ['owner', 'member'] as const
export type Role = (typeof roles)[number]

/** What a member works on in the console, one or both: documents (clerk); products, stock and orders (counter). */
export const duties = ['clerk', 'counter'] as const
export type Duty = (typeof duties)[number]

/** Everything that decides what a user may do in the console. */
export type Standing = { role: Role; isClerk: boolean; isCounter: boolean }

/** The duties of a member for whom nobody chose any. */
export const usualDuties: readonly Duty[] = ['clerk']

/** In characters. */
const nameMax = 200
const emailMax = 254

/** Terminals, which print names, would obey these characters. Joiners are not among them. */
const control = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** An owner has every duty. */
export function dutiesOf({ role, isClerk, isCounter }: Standing): Duty[] {
  if (role === 'owner') return [...duties]
  return duties.filter((duty) => (duty === 'clerk' ? isClerk : isCounter))
}

/** The duties as the table stores them. Throws AppError `invalid_request` for a member without any. */
export function checkedDuties(role: Role, given: readonly Duty[] = usualDuties) {
  if (role === 'member' && given.length === 0) {
    throw new AppError('invalid_request', 'Choose at least one role.', { field: 'duties' })
  }
  return { isClerk: given.includes('clerk'), isCounter: given.includes('counter') }
}

/**
 * Compares e-mail addresses without regard to case. The refusal does not repeat the text: it may be a password in the wrong field, and
 * refusals are logged. Throws AppError `invalid_request`.
 */
export function checkedEmail(text: string): string {
  const email = toNfc(text).trim().toLowerCase()
  if (email.length > emailMax || !/^[^\s\p{C}@]+@[^\s\p{C}@]+$/u.test(email)) {
    throw new AppError('invalid_request', 'The e-mail address must look like name@example.com.', {
      field: 'email',
    })
  }
  return email
}

/** `field` is the name's field in a form. Throws AppError `invalid_request`. */
export function checkedName(what: string, text: string, field = 'name'): string {
  const name = toNfc(text).trim()
  if (name.length === 0 || name.length > nameMax) {
    throw new AppError('invalid_request', `${what} must have 1 to ${nameMax} characters.`, {
      field,
    })
  }
  if (control.test(name)) {
    throw new AppError('invalid_request', `${what} must be one line, without control characters.`, {
      field,
    })
  }
  return name
}
