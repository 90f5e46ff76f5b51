/**
 * Why a document or an order was not entered in the accounts: a code for programs, and a sentence for people. Bridges send these codes, and
 * other programs may. `other` has a message of its own for all other reasons.
 */
const importCodes = {
  ledger_missing: 'A ledger is missing in the books.',
  item_missing: 'A stock item is missing in the books.',
  unit_missing: 'A unit is missing in the books.',
  godown_missing: 'A godown is missing in the books.',
  type_missing: 'A voucher type is missing in the books.',
  date_out_of_period: 'Its date is outside the period that the books are open for.',
  educational_date:
    'The books run in educational mode, which takes only the 1st, 2nd and 31st of a month.',
  totals_mismatch: 'What it adds up to is not the total that it says.',
  gst_mismatch: 'Its GST is not what its rate comes to.',
  company_not_loaded: 'The company is not open in the accounting program.',
  company_mismatch: 'Another company is open than the one that was paired.',
  target_busy: 'The accounting program did not answer.',
  outcome_unknown:
    'It was sent, and nobody knows whether the books took it: look there before it is sent again.',
  duplicate_in_book: 'The books seem to have it already.',
  exception_parked:
    'The accounting program keeps it as an exception: finish it there, or delete it there and say so before it is tried again, else it may be in the books twice.',
  removed_in_book: 'It was in the books, and somebody deleted or cancelled it there.',
  book_rolled_back:
    'The books went back to an earlier state: what was entered since is gone there.',
  changed_since: 'It was changed after it had been entered.',
  refused: 'The accounting program refused it.',
  other: 'It could not be entered.',
} as const

export type ImportCode = keyof typeof importCodes

export const importCodeNames = Object.keys(importCodes).filter(isImportCode)

export function isImportCode(text: string): text is ImportCode {
  return Object.hasOwn(importCodes, text)
}

/** The meaning of a code, as a sentence. */
export function importSentence(code: ImportCode): string {
  return importCodes[code]
}
