import { importCodeNames, type ImportCode } from '../../platform/import-codes.ts'
import type { JsonValue } from '../../platform/json/json.ts'
import { documented, named, type About, type Field } from '../../platform/record/field.ts'
import { choice, count, label, line, text } from '../../platform/record/kinds.ts'
import { readIsoTime } from '../../platform/time.ts'

/* The fields of an import result, declared once. */

/** The longest texts, in characters. */
const idMax = 100
const revisionMax = 100
const fieldMax = 300
const messageMax = 2_000
const nameMax = 200

/**
 * A bank statement has a part for each row: 18,250 in a year with fifty payments a day. No browser could show the page of a document with
 * more.
 */
export const partMax = 19_999
const attemptsMax = 1_000_000_000

/** The most ids per call: a page of the list. */
export const idsMax = 100

/** The most results per call. */
export const importResultsMax = 1_000

export const outcomes = ['imported', 'parked', 'failed', 'dropped'] as const

export type Outcome = (typeof outcomes)[number]

/** Where a part is in which accounts. */
export const externalFields = {
  system: line({
    key: 'system',
    label: 'System',
    max: nameMax,
    description: 'The accounting program.',
    examples: ['Tally'],
  }),
  company: label({
    key: 'company',
    label: 'Company',
    max: nameMax,
    description: 'The company in it.',
    examples: ['Sharma Stores 2026-27'],
  }),
  voucher_id: label({
    key: 'voucherId',
    label: 'Voucher id',
    max: nameMax,
    description: 'The id of the voucher in the accounting program.',
    examples: ['7d1b0c52-9c1e-4a53-8f7e-1d2f3a4b5c6d-0000001a'],
  }),
  voucher_no: label({
    key: 'voucherNo',
    label: 'Voucher number',
    max: nameMax,
    description: 'The voucher number that people see.',
    examples: ['118'],
  }),
}

export const resultFields = {
  id: line({
    key: 'id',
    label: 'Id',
    max: idMax,
    description: 'The id of the document or order, from the unsynced list.',
    examples: ['0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'],
  }),
  part: count({
    key: 'part',
    label: 'Part',
    min: 0,
    max: partMax,
    description:
      'The number of the voucher within its document, from 0. A bank statement has one voucher for each row.',
  }),
  revision: revision({ key: 'revision', label: 'Revision' }),
  outcome: choice({
    key: 'outcome',
    label: 'Outcome',
    choices: outcomes,
    description:
      '`imported`: it is in the accounts. `parked`: it waits for a person, inside or outside the accounts. `failed`: the program could not enter it. `dropped`: it will never be entered.',
  }),
  code: code({
    key: 'code',
    label: 'Code',
    description: 'The reason why it is not entered, as one word. `other` if no word fits.',
  }),
  field: label({
    key: 'field',
    label: 'Field',
    max: fieldMax,
    description:
      'What is missing or wrong, such as a ledger, an item or a unit. The console shows results with the same code and field as one cause.',
    examples: ['ledger:cgst_input:9'],
  }),
  message: text({
    key: 'message',
    label: 'Message',
    max: messageMax,
    description: 'One sentence for people: what is wrong, and what to do.',
    examples: ['The ledger "Input IGST" is missing in Sharma Stores 2026-27.'],
  }),
  attempts: count({
    key: 'attempts',
    label: 'Attempts',
    min: 0,
    max: attemptsMax,
    description: 'How often the program tried. Daybook counts if you leave it out.',
  }),
  first_at: time({
    key: 'firstAt',
    label: 'First tried',
    description: 'The time of the first attempt.',
  }),
  last_at: time({
    key: 'lastAt',
    label: 'Last tried',
    description: 'The time of the latest attempt.',
  }),
}

/** The fence of a lease: see books/leases. */
export const fenceField = count({
  key: 'fence',
  label: 'Fence',
  min: 0,
  max: Number.MAX_SAFE_INTEGER,
})

/** Tells one state of a document or order from the next: a text for documents, a number for orders. Kept as text. */
function revision<const Key extends string>(about: About<Key>): Field<Key, string, string> {
  return {
    ...named(about),
    cell: 'none',
    schema: {
      type: 'anything',
      description: 'The revision that the program worked with, from the unsynced list.',
      examples: ['9f86d081884c7d65'],
    },
    initial: '',
    cleared: { value: '' },
    read(value, at, reading) {
      if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
      if (typeof value === 'string' && value.trim().length <= revisionMax) return value.trim()
      return reading.refuse({ rule: 'other', allowed: 'a revision', field: at, got: value })
    },
    toJson: (value) => value,
  }
}

function code<const Key extends string>(
  about: About<Key>,
): Field<Key, ImportCode | '', ImportCode | ''> {
  return {
    ...named(about),
    cell: 'none',
    schema: { type: 'string', choices: importCodeNames, orNull: true, ...documented(about) },
    initial: '',
    cleared: { value: '' },
    read(value, at, reading) {
      if (value === '') return ''
      const known = importCodeNames.find((name) => name === value)
      return (
        known ?? reading.refuse({ rule: 'choice', choices: importCodeNames, field: at, got: value })
      )
    },
    toJson: (value) => value,
  }
}

function time<const Key extends string>(
  about: About<Key>,
): Field<Key, number | null, string | null> {
  return {
    ...named(about),
    cell: 'none',
    schema: { type: 'string', orNull: true, ...documented(about) },
    initial: null,
    cleared: { value: null },
    read(value: JsonValue | undefined, at, reading) {
      const read = typeof value === 'string' ? readIsoTime(value, '00:00:00') : undefined
      if (read !== undefined) return read
      return reading.refuse({ rule: 'other', allowed: 'an ISO 8601 time', field: at, got: value })
    },
    toJson: (value) => (value === null ? null : new Date(value).toISOString()),
  }
}
