import type { JsonValue } from '../../platform/json/json.ts'
import type { Category } from '../../paper/categories.ts'
import { readGstin } from '../../paper/values.ts'
import { doubtsIn, type RuledPaper } from '../../paper/paper.ts'
import { normalise } from '../../paper/rules/normalise.ts'
import { isSame } from '../fuse.ts'
import { foldName } from '../head/party-names.ts'
import type { PagePhrase } from './habit.ts'

/** A bill as it was read, with the reader's evidence, and as a person corrected it. */
export type SavedBill = {
  read: RuledPaper
  typed: RuledPaper
  /** The version before this save. Undefined if nobody saved the bill before. */
  previous?: RuledPaper | undefined
  phrases: readonly PagePhrase[]
  /** Milliseconds since the epoch. */
  savedAt: number
}

/** Texts by key. A value that no rule knows is under its printed label. */
export type Texts = Readonly<Record<string, string>>

type Reading = { head: Texts; lines: readonly Texts[] }

/** A bill that a person saved. `before` is as it was read, `now` is as it is right. */
export type ConfirmedBill = {
  category: Category
  seller: string
  name: string
  phrases: readonly PagePhrase[]
  /** The cells by their labels. */
  printed: readonly Texts[]
  before: Reading
  now: Reading
  /** As it was saved the time before. Undefined the first time. */
  previous: Reading | undefined
  /** How much the bill adds to the count of bills. A bill counts once, however often it is saved. */
  counts: 0 | 1
  /** Read from a picture: a letter may be wrong. */
  isPicture: boolean
  /** Fields of the head that were missed, misread or doubted. */
  mended: readonly string[]
  savedAt: number
}

/** Undefined for bank statements, and if nobody can tell who the seller is. */
export function confirmedBill({
  read,
  typed,
  previous,
  phrases,
  savedAt,
}: SavedBill): ConfirmedBill | undefined {
  const { category } = read
  if (category === 'bank_entry') return undefined
  const [before, now] = [readingOf(read), readingOf(typed)]
  const seller = sellerOf(now.head)
  if (seller === undefined) return undefined
  return {
    category,
    seller,
    name: now.head['vendor_name'] ?? '',
    phrases,
    savedAt,
    isPicture: isPicture(read),
    printed: read.lines.map((line) => textsOf(line.map(({ label, value }) => [label, value]))),
    before,
    now,
    ...(previous === undefined
      ? { previous, counts: 1 }
      : { previous: readingOf(previous), counts: 0 }),
    mended: mendedKeys(before.head, now.head, doubtedKeys(read)),
  }
}

function readingOf(paper: RuledPaper): Reading {
  const { invoice_metadata: head, line_items: lines } = normalise(paper)
  return {
    head: textsOf(Object.entries(head)),
    lines: lines.map((line) => textsOf(Object.entries(line))),
  }
}

/** Keys of the head that the reader doubted, even if somebody has corrected or confirmed them since. */
function doubtedKeys(read: RuledPaper): ReadonlySet<string> {
  return new Set(doubtsIn(read).flatMap(({ key, line }) => (line === undefined ? key : [])))
}

/** Another program may have read a picture. */
function isPicture({ head, lines, evidence }: RuledPaper): boolean {
  return [...[...head, ...lines.flat()].map((field) => field.evidence), evidence].some(
    (found) => found?.source === 'ocr' || found?.source === 'api',
  )
}

/** A name needs this many letters to tell its seller from others. */
const nameLettersMin = 5

function sellerOf(head: Texts): string | undefined {
  const gstin = readGstin(head['gstin'] ?? '')
  if (gstin !== undefined) return gstin
  const name = foldName(head['vendor_name'] ?? '')
  const isGstinUnread = (head['gstin'] ?? '') !== ''
  return isGstinUnread || name.length < nameLettersMin ? undefined : name.slice(0, 100)
}

function mendedKeys(before: Texts, now: Texts, doubted: ReadonlySet<string>): string[] {
  return Object.keys(now).filter((key) => {
    const read = before[key] ?? ''
    return read === '' || doubted.has(key) || !isSame(key, read, now[key] ?? '')
  })
}

function textsOf(values: readonly (readonly [label: string, value: JsonValue])[]): Texts {
  return Object.fromEntries(
    values.flatMap(([label, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[label, `${value}`]] : [],
    ),
  )
}

/** The name of the product on a line. */
export function nameIn(line: Texts): string {
  return line['product_name'] ?? line['description'] ?? ''
}
