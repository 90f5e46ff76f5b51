import type { ReadPage, ReadValue, Word } from '../page.ts'
import { boxOf, confidenceOf, phrasesOf, type Row, rowsOf, withWords } from '../rows.ts'
import { isMovement } from './accounts.ts'
import { narrationHeading } from './column-keys.ts'

/*
 * Entries of two rows: dates and amounts stand in columns, and the narration stands below them at any width. The narration belongs
 * to no column and would move the edges of the columns.
 */

export type Entries = {
  /** The pages without the narrations and their heading. */
  readonly pages: readonly ReadPage[]
  /** The narrations by the first word of their entry. */
  readonly narrations: ReadonlyMap<Word, ReadValue>
}

/** At least this many entries, and this part of all entries, must have the form. */
const [entriesMin, partMin] = [2, 0.7]
/** The most rows of a narration, and the widest gap before each of them, in row heights. */
const [rowsMax, gapMax] = [3, 1.5]

/** Undefined if the narrations stand in a column. */
export function twoRowEntries(pages: readonly ReadPage[]): Entries | undefined {
  const rows = pages.map(rowsOf)
  const entries = rows.flatMap((ofPage, page) =>
    ofPage.flatMap((row, at) => (isMovement(row) ? { page, at } : [])),
  )
  const textsOf = ({ page, at }: { page: number; at: number }, isWide: boolean) =>
    textsBelow(rows[page] ?? [], at, isWide)
  const wide = entries.filter((entry) => textsOf(entry, true).length > 0)
  if (wide.length < Math.max(entriesMin, entries.length * partMin)) return undefined
  // If most narrations are wide, a short one ("BY CASH") below a day counts too.
  const told = entries.map((entry) => ({ ...entry, texts: textsOf(entry, false) }))
  const taken = new Set(told.flatMap(({ texts }) => wordsOf(texts)))
  for (const ofPage of rows) for (const word of wordsOf(headingsIn(ofPage))) taken.add(word)
  const narrations = new Map<Word, ReadValue>()
  for (const { page, at, texts } of told) {
    const first = rows[page]?.[at]?.pieces[0]?.word
    const { source = 'text' } = pages[page] ?? {}
    if (first !== undefined && texts.length > 0) narrations.set(first, narrationOf(texts, source))
  }
  const left = pages.map((page) => withWords(page, (word) => !taken.has(word)))
  return { pages: left, narrations }
}

/** The rows below an entry whose text begins under its day. With `isWide` the text must also reach beyond the day. */
function textsBelow(rows: readonly Row[], at: number, isWide: boolean): Row[] {
  const entry = rows[at]
  const dayEnd = entry === undefined ? undefined : phrasesOf(entry)[0]?.right
  if (entry === undefined || dayEnd === undefined) return []
  const below = rows.slice(at + 1, at + 1 + rowsMax)
  const end = below.findIndex((row, index) => {
    const above = below[index - 1] ?? entry
    const isFar = row.top - above.bottom > gapMax * row.height
    return isFar || isMovement(row) || !isText(row, dayEnd, isWide)
  })
  return end === -1 ? below : below.slice(0, end)
}

/** Whether a row is text that begins under the day, left of the columns of text. A time of day begins there too. */
function isText(row: Row, dayEnd: number, isWide: boolean): boolean {
  const [first] = phrasesOf(row)
  if (first === undefined || first.left > dayEnd) return false
  return (
    (!isWide || first.right > dayEnd + row.height) &&
    /\p{L}{2}/u.test(first.text) &&
    !footer.test(first.text)
  )
}

const footer = /^(?:page|statement|closing|opening|total|grand|this is|end of|generated|\*)/i

/** "Particulars" alone in a row, over the narrations. */
function headingsIn(rows: readonly Row[]): Row[] {
  const first = rows.findIndex(isMovement)
  return rows.slice(0, Math.max(0, first)).filter((row) => {
    const [only, more] = phrasesOf(row)
    return only !== undefined && more === undefined && narrationHeading(only.text)
  })
}

function wordsOf(rows: readonly Row[]): Word[] {
  return rows.flatMap(({ pieces }) => pieces.map(({ word }) => word))
}

function narrationOf(rows: readonly Row[], source: ReadPage['source']): ReadValue {
  const pieces = rows.flatMap((row) => row.pieces)
  return {
    text: pieces.map(({ word }) => word.text.trim()).join(' '),
    label: '',
    source,
    page: pieces[0]?.page ?? 0,
    box: boxOf(pieces),
    confidence: confidenceOf(pieces),
  }
}
