import { AppError } from '../platform/errors.ts'
import { toNfc } from '../platform/text.ts'

/** Shortest and longest password, in characters. */
const nameMax = 200

const emailMax = 254

/**
 * E-mail addresses are compared without regard to case. The refusal does not repeat what was typed: it may be a password
 * in the wrong field, and refusals are logged. Throws AppError `invalid_request`.
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

/** Terminals, which print names, would act on these; joiners are none of them. */
const control = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** `field` is where a form has the name. Throws AppError `invalid_request`. */
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

export const roles = ['owner', 'member'] as const

export type Role = (typeof roles)[number]
