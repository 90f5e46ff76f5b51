import { recorderOf } from '../../accounts/history.ts'

/** Actions of the accounts in account history, and the subject of each. */
export const bookActions = {
  'found in books': 'books',
  'not in books': 'books',
  'books settings changed': 'books',
  'ledger asked for': 'books',
  'file confirmed': 'books',
  'file to be written again': 'books',
} as const

export const recordHistory = recorderOf<keyof typeof bookActions>()
