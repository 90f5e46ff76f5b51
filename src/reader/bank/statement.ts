import { readPaise, readSide } from '../../paper/values.ts'
import { type ReadDocument, type ReadValue, type ReadValues, withDoubt } from '../page.ts'
import type { NamedBalance } from './named-balances.ts'
import type { StatementHead } from './read-head.ts'
import {
  marked,
  type Movement,
  movementOf,
  provenRows,
  stepsIn,
  unsigned,
  withDates,
  withPlainDates,
  withYears,
} from './row-values.ts'
import { fieldName } from '../../paper/fields.ts'
import { toDigit } from '../head/forms.ts'
import { wrongLetters } from '../labels/match.ts'
import { provenConfidence } from '../lines/repair.ts'

/* Builds a statement from its head and its rows: finds the balance rows, the direction of time, and the opening and closing balance. */

type Parts = StatementHead & {
  readonly rows: readonly ReadValues[]
  readonly columns: Readonly<Record<string, string>>
  readonly pages: readonly number[]
}

/** The doubt about a file whose end is missing. */
export const cutOff = 'The file ends before the end of the statement: it may be cut off.'

/** Puts a statement together. A value that is not printed and follows from the rows has the source `derived`. */
export function statementOf(parts: Parts): ReadDocument {
  const { head, columns, pages } = parts
  const { lines, balances } = takeBalances(parts.rows)
  const { rows, named } = withOwed(lines, [...parts.named, ...balances])
  const days = withYears(withPlainDates(rows), head)
  const dated = withDates(days, (row) => movementOf(row).moved !== 0)
  const isNewestFirst = runsBackwards(dated.map(movementOf))
  const inTime = isNewestFirst ? dated.toReversed() : dated
  const opening = openingOf(inTime, named)
  const repaired = repairRows(withSides(inTime, opening), opening).map(doubtSide)
  const sided = doubtUnproven(repaired, opening)
  const ends = endsOf(sided, named)
  return {
    category: 'bank_entry',
    kind: 'bank statement',
    pages,
    head: { ...head, ...ends },
    lines: isNewestFirst ? sided.toReversed() : sided,
    columns,
  }
}

/** Takes out the rows that only name the opening or closing balance. Drops the sums of a page or of the whole statement. */
function takeBalances(rows: readonly ReadValues[]): {
  lines: ReadValues[]
  balances: NamedBalance[]
} {
  const lines: ReadValues[] = []
  const balances: NamedBalance[] = []
  for (const row of rows) {
    const key = balanceKeyOf(row)
    const { balance } = row
    if (key !== undefined && balance !== undefined) {
      balances.push({ key, isSure: true, value: balance })
    } else if (!isSum(row)) lines.push(row)
  }
  return { lines, balances }
}

function balanceKeyOf(row: ReadValues): NamedBalance['key'] {
  if (movementOf(row).moved !== 0) return undefined
  const text = row['narration']?.text ?? ''
  if (/^\W*(?:opening|open bal|(?:balance )?b\/?f\b|(?:balance )?brought)/i.test(text))
    return 'opening_balance'
  return /^\W*(?:closing|(?:balance )?c\/?f\b|(?:balance )?carried)/i.test(text)
    ? 'closing_balance'
    : undefined
}

function isSum(row: ReadValues): boolean {
  return (
    row['date'] === undefined &&
    /^\W*(?:grand |sub |page )?total/i.test(row['narration']?.text ?? '')
  )
}

type Balanced = { readonly rows: readonly ReadValues[]; readonly named: readonly NamedBalance[] }

/** Statements of credit accounts print the debt without a sign. The debt grows when money goes out. */
function withOwed(rows: readonly ReadValues[], named: readonly NamedBalance[]): Balanced {
  const owed = rows.map(({ balance, ...row }) =>
    balance === undefined ? row : { ...row, balance: asOwed(balance) },
  )
  if (provenRows(owed) <= provenRows(rows)) return { rows, named }
  return { rows: owed, named: named.map((one) => ({ ...one, value: asOwed(one.value) })) }
}

function asOwed(balance: ReadValue): ReadValue {
  const isSigned = readSide(balance.text) !== undefined || /^[-–(]|-$/.test(balance.text)
  return isSigned ? balance : marked(balance, 'Dr')
}

/** Whether the balances continue from the last row up to the first. */
function runsBackwards(rows: readonly Movement[]): boolean {
  return stepsIn(rows.toReversed()) > stepsIn(rows)
}

/** The named balance from which the first row continues, else the first named balance. */
function openingOf(
  [row]: readonly ReadValues[],
  named: readonly NamedBalance[],
): number | undefined {
  const { moved, balance = 0 } = row === undefined ? { moved: 0 } : movementOf(row)
  const own = named
    .filter(({ key }) => key !== 'closing_balance')
    .map(({ value }) => balanceOf(value))
  const fitting = own.find((paise = NaN) => Math.abs(balance - paise) === Math.abs(moved))
  return fitting ?? own[0]
}

/** Where no side is printed, the change of the balance tells the side. */
function withSides(rows: readonly ReadValues[], opening: number | undefined): ReadValues[] {
  let before = opening
  return rows.map((row) => {
    const { amount, ...others } = row
    const { moved, isSided, balance } = movementOf(row)
    const difference = balance === undefined || before === undefined ? 0 : balance - before
    before = balance
    if (amount === undefined || isSided || difference === 0) return row
    if (Math.abs(difference) !== Math.abs(moved)) return row
    return { ...others, [difference < 0 ? 'debit' : 'credit']: unsigned(amount) }
  })
}

/** Nobody can enter an amount that may have come in or gone out. */
function doubtSide(row: ReadValues): ReadValues {
  const { amount, dr_cr: mark } = row
  if (amount === undefined || movementOf(row).isSided || readSide(mark?.text ?? '') !== undefined)
    return row
  if (movementOf(row).moved === 0) return row
  const doubt = 'Amount: nothing says whether it came in or went out.'
  return { ...row, amount: withDoubt(amount, doubt) }
}

type Ends = { opening_balance?: ReadValue; closing_balance?: ReadValue }

/** The balances before the first row and after the last: the named ones, else those that follow from the rows. */
function endsOf(rows: readonly ReadValues[], named: readonly NamedBalance[]): Ends {
  const movements = rows.map(movementOf)
  const all = movements.reduce((sum, { moved }) => sum + moved, 0)
  const [first, last] = [balanceBefore(movements), balanceAfter(movements)]
  const opening = chosen(named, 'opening_balance', first)
  const closing = chosen(named, 'closing_balance', last)
  const [from, to] = [balanceOf(opening), balanceOf(closing)]
  const begin =
    opening ?? derived(first ?? (to === undefined ? undefined : to - all), rows[0]?.['balance'])
  const end =
    closing ??
    derived(last ?? (from === undefined ? undefined : from + all), rows.at(-1)?.['balance'])
  return {
    ...(begin !== undefined && { opening_balance: begin }),
    ...(end !== undefined && { closing_balance: end }),
  }
}

function balanceBefore(movements: readonly Movement[]): number | undefined {
  let moved = 0
  for (const one of movements) {
    // An amount without a side leaves the earlier balance unknown.
    if (!one.isSided && one.moved !== 0) return undefined
    moved += one.moved
    if (one.balance !== undefined) return one.balance - moved
  }
  return undefined
}

function balanceAfter(movements: readonly Movement[]): number | undefined {
  const last = movements.findLastIndex(({ balance }) => balance !== undefined)
  const balance = movements[last]?.balance
  return balance === undefined
    ? undefined
    : movements.slice(last + 1).reduce((sum, { moved }) => sum + moved, balance)
}

/** Of several named balances, the one that fits the rows, else the first one with a sure name. */
function chosen(
  named: readonly NamedBalance[],
  key: 'opening_balance' | 'closing_balance',
  expected: number | undefined,
): ReadValue | undefined {
  const own = named.filter((one) => one.key === key || one.key === undefined)
  const fitting = own.find(({ value }) => expected !== undefined && balanceOf(value) === expected)
  return (fitting ?? own.find(({ key: of, isSure }) => of === key && isSure))?.value
}

function balanceOf(value: ReadValue | undefined): number | undefined {
  return value === undefined ? undefined : readPaise(value.text, true)
}

/** A balance in rupees, placed at the row from which it was worked out. */
function derived(paise: number | undefined, from: ReadValue | undefined): ReadValue | undefined {
  if (paise === undefined) return undefined
  const { page, box, confidence = 1 } = from ?? {}
  return {
    text: (paise / 100).toFixed(2),
    label: '',
    source: 'derived',
    ...(page !== undefined && { page }),
    ...(box !== undefined && { box }),
    confidence,
  }
}

/*
 * Rows that the balances do not prove are doubted. Where a row was missed, the next balance does not continue from the one before. Words of
 * the missed row may stand in the row before or after it.
 */

/** `rows` run from the oldest to the newest. `opening` is the balance before the first row in paise, if it is printed. */
function doubtUnproven(rows: readonly ReadValues[], opening: number | undefined): ReadValues[] {
  const breaks = breaksIn(rows, opening)
  return rows.map((row, at) => {
    if (breaks.some(({ from, to }) => at >= from && at <= to)) return doubted(row, ownKeys)
    return breaks.some(({ from }) => at === from - 1) ? doubted(row, textKeys) : row
  })
}

/** The rows after one balance up to the next, if their amounts do not lead to the next balance. */
type Break = { readonly from: number; readonly to: number }

function breaksIn(rows: readonly ReadValues[], opening: number | undefined): Break[] {
  const breaks: Break[] = []
  let expected = opening
  let from = 0
  for (const [to, { moved, balance }] of rows.map(movementOf).entries()) {
    if (expected !== undefined) expected += moved
    if (balance === undefined) continue
    if (expected !== undefined && expected !== balance) breaks.push({ from, to })
    expected = balance
    from = to + 1
  }
  // No balance proves the rows behind the last balance.
  return from > 0 && from < rows.length ? [...breaks, { from, to: rows.length - 1 }] : breaks
}

const textKeys = ['narration', 'description', 'reference']
const ownKeys = [...textKeys, 'date', 'value_date', 'debit', 'credit', 'amount']

function doubted(row: ReadValues, keys: readonly string[]): ReadValues {
  const doubts = keys.flatMap((key) => {
    const value = row[key]
    if (value === undefined) return []
    const doubt = `${fieldName(key)}: the balances do not prove this row. Compare it with the paper.`
    return [[key, withDoubt(value, doubt)] as const]
  })
  return { ...row, ...Object.fromEntries(doubts) }
}

/*
 * Repairs figures that OCR misread. The balances before and after a row tell what it says, and at most one digit may differ from what was
 * read. The sign is not compared. A proven figure is certain, however hard it was to read.
 */

/** `rows` run from the oldest to the newest. `opening` is the balance before the first row in paise, if it is known. */
function repairRows(rows: readonly ReadValues[], opening: number | undefined): ReadValues[] {
  let before = opening
  return rows.map((row, at) => {
    const own = before === undefined ? row : repairRow(row, before, rows[at + 1])
    const { moved, balance } = movementOf(own)
    before = balance ?? (before === undefined ? undefined : before + moved)
    return own
  })
}

function repairRow(row: ReadValues, before: number, next: ReadValues | undefined): ReadValues {
  const key = row['debit'] === undefined ? 'credit' : 'debit'
  const { balance, [key]: amount } = row
  if (balance?.source !== 'ocr' || amount === undefined) return row
  const { moved, balance: read } = movementOf(row)
  if (read !== undefined && moved !== 0 && read === before + moved) {
    return { ...row, balance: certain(balance), [key]: certain(amount) }
  }
  const expected = before + moved
  if (moved !== 0 && goesOn(expected, next) && isAlike(balance.text, expected)) {
    return { ...row, balance: put(balance, expected) }
  }
  if (read === undefined || !goesOn(read, next)) return row
  const missing = key === 'debit' ? before - read : read - before
  return missing > 0 && isAlike(amount.text, missing)
    ? { ...row, [key]: put(amount, missing) }
    : row
}

/** Whether the next row continues from this balance. */
function goesOn(balance: number, next: ReadValues | undefined): boolean {
  if (next === undefined) return false
  const { moved, balance: after } = movementOf(next)
  return moved !== 0 && after === balance + moved
}

/** Whether at most one digit differs. Letters that OCR reads for digits count as these digits. */
function isAlike(text: string, paise: number): boolean {
  const digits = text
    .replace(/\(?(?:cr|dr)\.?\)?$/i, '')
    .replaceAll(/[oilzsb]/gi, (letter) => toDigit.get(letter.toUpperCase()) ?? '')
    .replaceAll(/\D/g, '')
  return wrongLetters(digits, String(Math.abs(paise)), 1) <= 1
}

function put(value: ReadValue, paise: number): ReadValue {
  const side = /\(?(?:cr|dr)\.?\)?$/i.exec(value.text)?.[0] ?? ''
  const sign = paise < 0 && side === '' ? '-' : ''
  const text = `${sign}${(Math.abs(paise) / 100).toFixed(2)} ${side}`.trim()
  return certain({ ...value, text })
}

function certain(value: ReadValue): ReadValue {
  return { ...value, confidence: Math.max(value.confidence, provenConfidence) }
}
