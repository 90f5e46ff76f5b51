import type { JsonObject } from '../../platform/json/json.ts'
import type { Category } from '../../paper/categories.ts'
import { readGstin } from '../../paper/checks/values.ts'
import { normaliseDocument, type RawDocument } from '../../paper/rules/normalise.ts'
import type { CompiledRules } from '../../paper/rules/rules.ts'
import { isSame } from '../fuse.ts'
import { foldName } from '../head/party-names.ts'
import type { PagePhrase } from './habit.ts'

/** What was read of a bill, and what a person made of it. */
export type SavedBill = {
  category: Category
  raw: RawDocument
  correction: RawDocument
  /** What counted before it was saved; undefined when nobody had saved it. */
  previous?: RawDocument | undefined
  /** Keys of the head that its reader doubted, whoever mended or confirmed them since. */
  doubted: ReadonlySet<string>
  /** Read from a picture: a letter may be wrong. */
  isPicture: boolean
  phrases: readonly PagePhrase[]
  /** Milliseconds since the epoch. */
  savedAt: number
}

/** Texts by canonical key; what no rule knows stands under its label. */
export type Texts = Readonly<Record<string, string>>

type Reading = { head: Texts; lines: readonly Texts[] }

/** A bill that a person saved, as it was read and as it is right. */
export type ConfirmedBill = {
  category: Category
  seller: string
  name: string
  phrases: readonly PagePhrase[]
  /** The cells by their labels. */
  printed: readonly Texts[]
  before: Reading
  now: Reading
  /** As it was saved the last time; undefined the first time. */
  previous: Reading | undefined
  /** By how many bills it bears out what is known: it counts once, however often it is saved. */
  counts: 0 | 1
  isPicture: boolean
  /** Fields of the head that were not read as they are, or doubted. */
  mended: readonly string[]
  savedAt: number
}

/** Undefined for what is no bill or order, and where nobody can tell whose it is. */
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

/** Letters of a name that tells a seller from others. */
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

/** What a line calls its thing. */
export function nameIn(line: Texts): string {
  return line['product_name'] ?? line['description'] ?? ''
}
