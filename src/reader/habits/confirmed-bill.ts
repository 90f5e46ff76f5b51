import type { JsonObject } from '../../platform/json/json.ts'
import type { Category } from '../../paper/categories.ts'
import { readGstin } from '../../paper/values.ts'
import { normaliseDocument, type RawDocument } from '../../paper/rules/normalise.ts'
import type { CompiledRules } from '../../paper/rules/rules.ts'
import { isSame } from '../fuse.ts'
import { foldName } from '../head/party-names.ts'
import type { PagePhrase } from './habit.ts'

/** A bill as it was read, and as a person corrected it. */
export type SavedBill = {
  category: Category
  raw: RawDocument
  correction: RawDocument
  /** The version before this save. Undefined if nobody saved the bill before. */
  previous?: RawDocument | undefined
  /** Keys of the head that the reader doubted, even if somebody has corrected or confirmed them since. */
  doubted: ReadonlySet<string>
  /** Read from a picture: a letter may be wrong. */
  isPicture: boolean
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
  isPicture: boolean
  /** Fields of the head that were missed, misread or doubted. */
  mended: readonly string[]
  savedAt: number
}

/** Undefined for bank statements, and if nobody can tell who the seller is. */
export function confirmedBill(saved: SavedBill, rules: CompiledRules): ConfirmedBill | undefined {
  const { category, raw, correction, previous, doubted, ...others } = saved
  if (category === 'bank_entry') return undefined
  const readingOf = ({ invoice_metadata, line_items }: RawDocument): Reading => {
    const data = normaliseDocument({ invoice_metadata, line_items }, category, rules)
    return { head: textsOf(data.invoice_metadata), lines: data.line_items.map(textsOf) }
  }
  const [before, now] = [readingOf(raw), readingOf(correction)]
  const seller = sellerOf(now.head)
  if (seller === undefined) return undefined
  return {
    category,
    seller,
    name: now.head['vendor_name'] ?? '',
    ...others,
    printed: raw.line_items.map(textsOf),
    before,
    now,
    ...(previous === undefined
      ? { previous, counts: 1 }
      : { previous: readingOf(previous), counts: 0 }),
    mended: mendedKeys(before.head, now.head, doubted),
  }
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

function textsOf(fields: JsonObject): Texts {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[key, `${value}`]] : [],
    ),
  )
}

/** The name of the product on a line. */
export function nameIn(line: Texts): string {
  return line['product_name'] ?? line['description'] ?? ''
}
