import { AppError } from '../platform/errors.ts'
import type { Journal } from './journal/journal.ts'

/**
 * The accounts' mark falls only when somebody restored an older copy. Vouchers that were acknowledged are then gone, and a person has to
 * say which of them to enter again.
 */
export function requireMark(journal: Journal, mark: number): void {
  if (mark >= journal.highestMark()) return
  throw new AppError(
    'conflict',
    'The books went back to an earlier state, as after a restore: what was entered since may be gone there. Nothing is entered until somebody says with "daybook bridge settle books" that what they show now is right; what is missing then is listed, and can be tried again.',
    { bridge: 'book_rolled_back' },
  )
}

export function isRolledBack(error: unknown): boolean {
  return error instanceof AppError && error.details['bridge'] === 'book_rolled_back'
}
