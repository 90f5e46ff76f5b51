import type { ReadValue } from '../page.ts'
import { labelAt, takeValue } from './head-labels.ts'
import { type Rows, rowsBelow, type Segment } from './segments.ts'

/* Balances that are named in rows beside the table, and in some rows of the table. */

/** `isSure` is false for a "balance as on" a day, and for a balance that is carried from page to page. */
export type NamedBalance = {
  readonly key: 'opening_balance' | 'closing_balance' | undefined
  readonly isSure: boolean
  readonly value: ReadValue
}

const carried =
  /^(?:balance )?(?:b\/?f|c\/?f|brought forward|carried forward|forward(?:ed)? balance)\b/i
const opening =
  /\b(?:opening bal(?:ance)?|op(?:en|g)?\.? bal|balance b\/?f|b\/f|brought forward)\b/i
const closing =
  /\b(?:closing bal(?:ance)?|cl\.? bal|ending balance|balance c\/?f|c\/f|carried forward)\b/i
const onDay = /\bbalance (?:as )?(?:on|at|as of)\b/i

/**
 * The balances that a row names. The amount stands in the same segment, else it is the last amount before the next name, else it stands
 * below.
 */
export function balancesIn(rows: Rows, row: number): NamedBalance[] {
  const segments = (rows[row] ?? []).flatMap(byBalance)
  return segments.flatMap((segment, at) => {
    const name = nameOf(segment.text)
    if (name === undefined) return []
    const next = segments.findIndex(({ text }, index) => index > at && nameOf(text) !== undefined)
    const behind = segments.slice(at + 1, next === -1 ? undefined : next)
    const value =
      ownAmount(segment) ??
      behind.map((one, index) => amountIn(withMark(one, behind[index + 1]))).findLast(isThere) ??
      amountBelow(rows, row, segment)
    return value === undefined
      ? []
      : [{ ...name, value: { ...value, label: labelAt(segment.text)?.label ?? '' } }]
  })
}

/** Cuts a segment that names two balances: "Opening Balance: 1,000.00 Closing Balance: 2,000.00". */
function byBalance(segment: Segment): Segment[] {
  const { text } = segment
  const cuts: number[] = []
  let end = 0
  for (const { 0: name, index } of text.matchAll(balanceName)) {
    if (endsInAmount(text.slice(end, index))) cuts.push(index)
    end = index + name.length
  }
  return [0, ...cuts].map((from, at) => ({ ...segment, text: text.slice(from, cuts[at]).trim() }))
}

const balanceName = /\b(?:opening|closing) bal(?:ance)?\b/gi

/** Whether digits follow the last letter. A side ("Cr", "Dr") at the end is ignored. Looks at each character a bounded number of times. */
function endsInAmount(text: string): boolean {
  const bare = text.replace(/\b[cd]r\b\W*$/i, '')
  return /\d/.test(bare.slice(bare.search(/[a-z][^a-z]*$/i) + 1))
}

/** Adds the side that stands in a column of its own. */
function withMark(segment: Segment, next: Segment | undefined): Segment {
  const isMark = next !== undefined && /^\(?(?:cr|dr)\.?\)?$/i.test(next.text)
  return isMark ? { ...segment, text: `${segment.text} ${next.text}` } : segment
}

function nameOf(text: string): Pick<NamedBalance, 'key' | 'isSure'> | undefined {
  const isSure = !carried.test(text)
  if (opening.test(text)) return { key: 'opening_balance', isSure }
  if (closing.test(text)) return { key: 'closing_balance', isSure }
  return onDay.test(text) ? { key: undefined, isSure: false } : undefined
}

function isThere<Value>(value: Value | undefined): value is Value {
  return value !== undefined
}

function amountIn({ text, place }: Segment): ReadValue | undefined {
  const amount = /\d[.,]\d{2}\b|\d{3}/.test(text)
    ? takeValue('opening_balance', text.replace(/^[\s:=]+/, ''))
    : undefined
  return amount === undefined ? undefined : { text: amount, label: '', ...place }
}

/** The amount in the same segment: "Opening Balance : 1,000.00 Cr". */
function ownAmount(segment: Segment): ReadValue | undefined {
  const [amount] =
    /(?:(?<=[:\s])|^)(?:rs\.?|inr|₹)?\s{0,4}-?[\d,]+\.\d{2}(?:\s*\(?(?:cr|dr)\.?\)?)?$/i.exec(
      segment.text,
    ) ?? []
  return amount === undefined ? undefined : amountIn({ ...segment, text: amount.trim() })
}

function amountBelow(rows: Rows, row: number, { left, right }: Segment): ReadValue | undefined {
  for (const below of rows.slice(row + 1, row + 1 + rowsBelow)) {
    const under = below.find((segment) => segment.left < right && segment.right > left)
    const amount = under === undefined ? undefined : amountIn(under)
    if (amount !== undefined) return amount
  }
  return undefined
}
