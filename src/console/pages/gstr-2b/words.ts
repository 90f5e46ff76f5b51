import type { Entry, State } from './data.ts'

/** The names and meanings of the states in the filter. */
export const stateWords: Readonly<Record<State, { name: string; lead: string }>> = {
  matched: { name: 'In both', lead: 'Nothing to do.' },
  look: { name: 'To look at', lead: 'They differ, or are only likely to be one.' },
  no_bill: { name: 'No bill', lead: 'Ask for the bill: without it no credit may be taken.' },
  not_in_2b: { name: 'Not in 2B', lead: 'Credit at risk: the seller has not filed it.' },
  none_needed: { name: 'None needed', lead: 'From customs, or rejected by you.' },
  replaced: { name: 'Replaced', lead: 'A later month has it.' },
}

/** The states of a line. */
export const entryWords: Readonly<Record<Entry['state'], { name: string; color: string }>> = {
  matched: { name: 'In both', color: 'teal' },
  differs: { name: 'Differs', color: 'orange' },
  suggested: { name: 'Likely', color: 'yellow' },
  no_bill: { name: 'No bill', color: 'red' },
  not_in_2b: { name: 'Not in 2B', color: 'red' },
  none_needed: { name: 'None needed', color: 'gray' },
  replaced: { name: 'Replaced', color: 'gray' },
}

const kindWords: Readonly<Record<Entry['kind'], string>> = {
  invoice: '',
  credit_note: 'Credit note',
  debit_note: 'Debit note',
  bill_of_entry: 'Bill of entry',
}

/** Whether the portal grants the credit, and why not. */
export function creditWords({ itc, reason, isRejected }: Entry): string {
  if (isRejected) return 'Rejected by you'
  switch (itc) {
    case null:
      return 'At risk'
    case 'yes':
      return 'Yes'
    case 'later':
      return 'For a time'
    case 'no':
      return reason === '' ? 'No' : `No: ${reasonWords[reason] ?? reason}`
    default:
      return itc satisfies never
  }
}

/** The portal's letters (source: the advisory on GSTR-2B). */
const reasonWords: Readonly<Record<string, string | undefined>> = {
  P: 'supplied in another state than yours',
  C: 'filed too late',
}

/** The kind of a line's document. '' for an invoice. */
export function kindOf({ kind, section, isReverse }: Entry): string {
  const amended = section?.endsWith('a') === true ? 'amended' : ''
  return [kindWords[kind], amended, isReverse ? 'reverse charge' : '']
    .filter((text) => text !== '')
    .join(', ')
}
