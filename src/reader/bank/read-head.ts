import type { ReadValue, ReadValues } from '../page.ts'
import { mayBeOneAccount, wholeOf } from './account-numbers.ts'
import { columnKeys } from './column-keys.ts'
import {
  balanceKeys,
  type Label,
  labelAt,
  labelPair,
  takeMonth,
  takeRange,
  takeValue,
  textKeys,
  untilNextLabel,
} from './head-labels.ts'
import { balancesIn, type NamedBalance } from './named-balances.ts'
import { type Rows, rowsBelow, type Segment } from './segments.ts'

/* The head of a statement: the holder, the bank, the period, and the named balances. */

/** The head, and every named balance. Rows of the table name balances too. Not every named balance is the statement's own. */
export type StatementHead = { readonly head: ReadValues; readonly named: readonly NamedBalance[] }

/** The rows above the table, the rows in it that are no lines, and all later rows outside it. */
export type Beside = { readonly above: Rows; readonly inTable: Rows; readonly below: Rows }

export function readHead({ above, inTable, below }: Beside): StatementHead {
  const around = [...above, ...below].map((row) => row.flatMap(byLabel))
  const found = around.flatMap((_, row) => valuesIn(around, row))
  const head: Record<string, ReadValue> = {}
  for (const { key, value } of [...found, ...periodIn(around)]) {
    if (!balanceKeys.has(key)) head[key] = fullerOf(key, head[key], value)
  }
  addBare(head, above, below)
  const named = [
    ...around.flatMap((_, row) => balancesIn(around, row)),
    ...inTable.flatMap((_, row) => balancesIn(inTable, row)),
  ]
  return { head, named }
}

/** Keeps the first value. An account number with hidden digits gives way to the whole number. */
function fullerOf(key: string, first: ReadValue | undefined, next: ReadValue): ReadValue {
  if (first === undefined) return next
  if (key !== 'account_no' || !mayBeOneAccount(first.text, next.text)) return first
  return wholeOf(first.text, next.text) === next.text ? next : first
}

type Found = { readonly key: string; readonly value: ReadValue }

function valuesIn(rows: Rows, row: number): Found[] {
  return (rows[row] ?? []).flatMap((segment, at) => {
    const pair = pairAt(segment, rows[row]?.[at + 1])
    if (pair.length > 0) return pair
    const label = labelAt(segment.text)
    const value = label === undefined ? undefined : valueOf(label, rows, row, at)
    if (label === undefined || value === undefined) return []
    return [{ key: label.key, value }, ...holderBehind(label.key, rows[row] ?? [], at)]
  })
}

/** Cuts a segment with several labels: "A/C NO. 60123456789 · CUST ID 470949069". An IFSC or MICR is found anywhere in a sentence. */
function byLabel(segment: Segment): Segment[] {
  const { text } = segment
  const cuts = Array.from(text.matchAll(/(?<=[^\p{L}\d])(?=\p{L})/gu), ({ index }) => index).filter(
    (index) => {
      const label = labelAt(text.slice(index))
      if (label === undefined || takeValue(label.key, label.rest) === undefined) return false
      return (
        label.key === 'ifsc' || label.key === 'micr' || /\d[^\p{L}\d]+$/u.test(text.slice(0, index))
      )
    },
  )
  return [0, ...cuts].map((from, at) => ({ ...segment, text: text.slice(from, cuts[at]).trim() }))
}

/** "IFSC / MICR : SBIN0000575 / 411002003" */
function pairAt(segment: Segment, beside: Segment | undefined): Found[] {
  const labels = labelPair(segment.text)
  const of = labels?.rest === '' ? beside : segment
  const texts = (labels?.rest === '' ? beside?.text : labels?.rest)?.split(/\s*\/\s*/) ?? []
  if (labels === undefined || of === undefined || texts.length !== labels.of.length) return []
  return labels.of.flatMap(({ key, label }, at) => {
    const value = taken(key, { ...of, text: texts[at] ?? '' }, label)
    return value === undefined ? [] : [{ key, value }]
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
    // "A/c Name KULKARNI" has a value. "Branch timings" has none.
    const isOwn = isParted || !textKeys.has(key) || isNameAlone(label)
    return isOwn ? taken(key, { ...segment, text: rest }, label.label) : undefined
  }
  const beside = rows[row]?.slice(at + 1).find(({ text }) => !/^[\s:.=–—-]+$/.test(text))
  return (
    (beside === undefined ? undefined : taken(key, beside, label.label)) ??
    valueBelow(label, rows, row, segment)
  )
}

/** "Name KULKARNI STORES", but not "Name of Nominee". */
function isNameAlone({ label, rest }: Label): boolean {
  return /(?:^|\s)name$/i.test(label) && !/^(?:of|and|as)\b/i.test(rest)
}

function valueBelow(
  { key, label, isParted }: Label,
  rows: Rows,
  row: number,
  { left, right }: Segment,
): ReadValue | undefined {
  // A label with a colon has its value beside it, or none. Any text below would fit a key for texts.
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
    const text = row.map((segment) => segment.text).join(' ')
    const days = takeRange(text) ?? takeMonth(text)
    if (days === undefined) continue
    const at = (day: string) => row.find((segment) => segment.text.includes(day)) ?? row[0]
    return Object.entries({ statement_from: days.from, statement_to: days.to }).flatMap(
      ([key, day]) => {
        const segment = at(day)
        return segment === undefined
          ? []
          : [{ key, value: { text: day, label: '', ...segment.place } }]
      },
    )
  }
  return []
}

/** Values without a label: the name of the bank, the holder, and numbers in a known form. */
function addBare(head: Record<string, ReadValue>, above: Rows, below: Rows): void {
  const segments = above.flat()
  const bank = [...segments, ...below.flat()].find(({ text }) => isBankName(text))
  if (bank !== undefined) head['bank_name'] ??= valueAs(bank.text, bank)
  addNumbers(head, segments)
  const titled = segments.find(({ text }) => personTitle.test(text))
  if (titled !== undefined)
    head['account_name'] ??= valueAs(titled.text.replace(personTitle, ''), titled)
  const holder = segments
    .slice(0, headSegmentsMax)
    .find(({ text }) => isName(text) && !isBankName(text))
  if (holder !== undefined)
    head['account_name'] ??= valueAs(holder.text, holder, bareNameConfidence)
}

function addNumbers(head: Record<string, ReadValue>, segments: readonly Segment[]): void {
  const account = segments.find(({ text }) => bareAccount.test(text))
  const number = takeValue('account_no', bareAccount.exec(account?.text ?? '')?.[1] ?? '')
  if (account !== undefined && number !== undefined) head['account_no'] ??= valueAs(number, account)
  const code = segments.find(({ text }) => ifscCode.test(text))
  if (code !== undefined) head['ifsc'] ??= valueAs(ifscCode.exec(code.text)?.[0] ?? '', code)
  const known = new Set(Object.values(head).map(({ text }) => text))
  const bare = segments.flatMap((segment) =>
    Array.from(segment.text.matchAll(longNumber), ([text]) => ({ segment, text })),
  )
  const [only, ...more] = bare.filter(({ text }) => !known.has(text))
  if (only !== undefined && more.length === 0)
    head['account_no'] ??= valueAs(only.text, only.segment)
}

const ifscCode = /\b[A-Z]{4}0[A-Z\d]{6}\b/
/** Account numbers of Indian banks have 9 to 18 digits. Below 11 digits a number may also be a telephone or customer number. */
const longNumber = /(?<![\w./-])(?=[\dX*]*\d{4}(?!\d))[\dX*]{11,18}(?![\w/-])/g

/** "Statement for A/c XXXXXXXXX1234 between …" */
const bareAccount = /\b(?:a\/c|account)(?: no\.?| number)?\s*:?\s*([\dX*]{6,20})\b/i

/** The account number that a text names. */
export function accountNumberIn(text: string): string | undefined {
  const label = labelAt(text)
  const named = label?.key === 'account_no' ? label.rest : (bareAccount.exec(text)?.[1] ?? '')
  return takeValue('account_no', named)
}

/** A name without a label stands within this many segments from the top of the page. */
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

const bankWord = /\bbank\b|बैंक|\b(?:credit|co-?op\w*\.?) .*\bsociety\b|\bpat ?sanstha\b/iu

function isBankName(text: string): boolean {
  // The count comes first, because `bankWord` looks from each of its words to the end.
  if (text.split(' ').length > bankWordsMax) return false
  return (
    bankWord.test(text) &&
    !/[\d:]/.test(text) &&
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
    labelAt(text) === undefined &&
    headingKey(text) === undefined
  )
}

const headingKey = columnKeys(false)
