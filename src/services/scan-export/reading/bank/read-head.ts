import type { ReadValue } from '../page.ts'
import { type Label, labelAt, untilNextLabel } from './head-labels.ts'
import { balanceKeys, takeRange, takeValue, textKeys } from './head-values.ts'
import type { Segment } from './segments.ts'

/* The head of a statement: whose account, at which bank, for which days, and the balances that are named. */

type Fields = Readonly<Record<string, ReadValue>>

/** The head, and every balance that is named: rows of the table name some too, and not all are the statement's own. */
export type StatementHead = { readonly head: Fields; readonly named: readonly NamedBalance[] }

/** `isSure`: called so, and not only "balance as on" a day or carried from page to page. */
export type NamedBalance = {
  readonly key: 'opening_balance' | 'closing_balance' | undefined
  readonly isSure: boolean
  readonly value: ReadValue
}

type Rows = readonly (readonly Segment[])[]

/** The rows over the table, those in it that are no lines, and all behind its beginning that are not in it. */
export type Beside = { readonly above: Rows; readonly inTable: Rows; readonly below: Rows }

export function readHead({ above, inTable, below }: Beside): StatementHead {
  const around = [...above, ...below]
  const found = around.flatMap((_, row) => valuesIn(around, row))
  const head: Record<string, ReadValue> = {}
  for (const { key, value } of [...found, ...periodIn(around)]) {
    if (!balanceKeys.has(key)) head[key] ??= value
  }
  addBare(head, above, below)
  const named = [
    ...around.flatMap((_, row) => balancesIn(around, row)),
    ...inTable.flatMap((_, row) => balancesIn(inTable, row)),
  ]
  return { head, named }
}

type Found = { readonly key: string; readonly value: ReadValue }

function valuesIn(rows: Rows, row: number): Found[] {
  return (rows[row] ?? []).flatMap((segment, at) => {
    const label = labelAt(segment.text)
    const value = label === undefined ? undefined : valueOf(label, rows, row, at)
    if (label === undefined || value === undefined) return []
    return [{ key: label.key, value }, ...holderBehind(label.key, rows[row] ?? [], at)]
  })
}

/** "64408360019153 ( INR ) - KULKARNI GENERAL STORES" */
function holderBehind(key: string, row: readonly Segment[], at: number): Found[] {
  const behind = row.slice(at, at + 3).map((segment) => ({
    segment,
    name: /\d\s*\(\s*[A-Z]{3}\s*\)\s*-\s*(\p{L}.+)$/u.exec(segment.text)?.[1],
  }))
  const found = behind.find(({ name }) => name !== undefined)
  if (key !== 'account_no' || found?.name === undefined) return []
  return [{ key: 'account_name', value: valueAs(found.name, found.segment) }]
}

function valueOf(label: Label, rows: Rows, row: number, at: number): ReadValue | undefined {
  const segment = rows[row]?.[at]
  if (segment === undefined) return undefined
  const { key, rest, isParted } = label
  if (rest !== '') {
    // "A/c Name KULKARNI" says it plainly; "Branch timings" does not.
    const isOwn = isParted || !textKeys.has(key) || /\sname$/i.test(label.label)
    return isOwn ? taken(key, { ...segment, text: rest }, label.label) : undefined
  }
  const beside = rows[row]?.slice(at + 1).find(({ text }) => !/^[\s:.=–—-]+$/.test(text))
  return (
    (beside === undefined ? undefined : taken(key, beside, label.label)) ??
    valueBelow(label, rows, row, segment)
  )
}

/** Rows below a label that its value may stand in. */
const rowsBelow = 2

function valueBelow(
  { key, label, isParted }: Label,
  rows: Rows,
  row: number,
  { left, right }: Segment,
): ReadValue | undefined {
  // What has a colon behind it has its value beside it, or none.
  if (isParted || textKeys.has(key)) return undefined
  for (const below of rows.slice(row + 1, row + 1 + rowsBelow)) {
    const under = below.find((segment) => segment.left < right && segment.right > left)
    if (under !== undefined) return taken(key, under, label)
  }
  return undefined
}

function taken(key: string, { text, place }: Segment, label: string): ReadValue | undefined {
  const own = textKeys.has(key)
    ? untilNextLabel(text.replace(/^[\s:.=–—-]+/, ''))
    : text.replace(/^[\s:=]+/, '')
  // Another label is no value.
  if (textKeys.has(key) && labelAt(own) !== undefined) return undefined
  const value = takeValue(key, own)
  return value === undefined ? undefined : { text: value, label, ...place }
}

function periodIn(rows: Rows): Found[] {
  for (const row of rows) {
    const days = takeRange(row.map(({ text }) => text).join(' '))
    if (days === undefined) continue
    const at = (day: string) => row.find(({ text }) => text.includes(day)) ?? row[0]
    return Object.entries({ statement_from: days.from, statement_to: days.to }).flatMap(
      ([key, text]) => {
        const segment = at(text)
        return segment === undefined ? [] : [{ key, value: { text, label: '', ...segment.place } }]
      },
    )
  }
  return []
}

const carried =
  /^(?:balance )?(?:b\/?f|c\/?f|brought forward|carried forward|forward(?:ed)? balance)\b/i
const opening = /\b(?:opening bal(?:ance)?|open bal|balance b\/?f|b\/f|brought forward)\b/i
const closing = /\b(?:closing bal(?:ance)?|ending balance|balance c\/?f|c\/f|carried forward)\b/i
const onDay = /\bbalance (?:as )?(?:on|at|as of)\b/i

/** The balance that a row names: behind its name the last amount before another name, else below it. */
function balancesIn(rows: Rows, row: number): NamedBalance[] {
  const segments = rows[row] ?? []
  return segments.flatMap((segment, at) => {
    const name = nameOf(segment.text)
    if (name === undefined) return []
    const next = segments.findIndex(({ text }, index) => index > at && nameOf(text) !== undefined)
    const behind = segments.slice(at + 1, next === -1 ? undefined : next)
    const value =
      ownAmount(segment) ??
      behind.map(amountIn).findLast(isThere) ??
      amountBelow(rows, row, segment)
    return value === undefined
      ? []
      : [{ ...name, value: { ...value, label: labelAt(segment.text)?.label ?? '' } }]
  })
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

/** "Opening Balance : 1,000.00 Cr" in one. */
function ownAmount(segment: Segment): ReadValue | undefined {
  const [amount] =
    /(?:(?<=[:\s])|^)(?:rs\.?|inr|₹)?\s*-?[\d,]+\.\d{2}(?:\s*\(?(?:cr|dr)\.?\)?)?$/i.exec(
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

/** What stands without a label: the bank over everything, the holder with his address, a code of a branch. */
function addBare(head: Record<string, ReadValue>, above: Rows, below: Rows): void {
  const segments = above.flat()
  const bank = [...segments, ...below.flat()].find(({ text }) => isBankName(text))
  if (bank !== undefined) head['bank_name'] ??= valueAs(bank.text, bank)
  const account = segments.find(({ text }) => bareAccount.test(text))
  const number = takeValue('account_no', bareAccount.exec(account?.text ?? '')?.[1] ?? '')
  if (account !== undefined && number !== undefined) head['account_no'] ??= valueAs(number, account)
  const titled = segments.find(({ text }) => personTitle.test(text))
  if (titled !== undefined)
    head['account_name'] ??= valueAs(titled.text.replace(personTitle, ''), titled)
  const holder = segments.slice(0, headSegmentsMax).find(({ text }) => isName(text))
  if (holder !== undefined)
    head['account_name'] ??= valueAs(holder.text, holder, bareNameConfidence)
}

/** "Statement for A/c XXXXXXXXX1234 between …" */
const bareAccount = /\b(?:a\/c|account)(?: no\.?| number)?\s*:?\s*([\dX*]{6,20})\b/i

/** Where a name stands that is the first thing on a page. */
const headSegmentsMax = 12
const bareNameConfidence = 0.7
const personTitle = /^(?:m\/s|messrs|mr|mrs|ms|shri|smt)\b\.?\s+(?=\p{L})/iu

function valueAs(text: string, { place }: Segment, confidence = 1): ReadValue {
  return {
    text: text.trim(),
    label: '',
    ...place,
    confidence: Math.min(confidence, place.confidence),
  }
}

const bankWordsMax = 8

function isBankName(text: string): boolean {
  if (!/\bbank\b|बैंक/iu.test(text) || /[\d:]/.test(text)) return false
  return (
    text.split(' ').length <= bankWordsMax &&
    !/\b(?:statement|account|your|this|the bank|branch)\b/i.test(text)
  )
}

function isName(text: string): boolean {
  const words = text.split(' ')
  return (
    words.length >= 2 &&
    words.length <= bankWordsMax &&
    /^[\p{L}\p{M}\s.&'()-]+$/u.test(text) &&
    !/\b(?:bank|statement|account|branch|page|date|holders?|summary|transactions?|detail(?:s|ed)?|period|address|customer|from|to)\b/i.test(
      text,
    ) &&
    labelAt(text) === undefined
  )
}
