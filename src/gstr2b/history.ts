import { recorderOf } from '../accounts/history.ts'

/** The actions of the GSTR-2B in account history, each with its subject. */
export const gstr2bActions = {
  'gstr-2b imported': 'documents',
  'gstr-2b decided': 'documents',
} as const

export const recordHistory = recorderOf<keyof typeof gstr2bActions>()
