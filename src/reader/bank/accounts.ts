import { readDay } from '../../paper/values.ts'
import { isStatementHeading } from '../head/kind.ts'
import type { ReadPage, ReadValue, Word } from '../page.ts'
import { boxOf, confidenceOf, phrasesOf, type Row, rowsOf, withWords } from '../rows.ts'
import { mayBeOneAccount } from './account-numbers.ts'
import { amountsAtEnd } from './chain-columns.ts'
import { accountNumberIn } from './read-head.ts'
import { segmentsOf } from './segments.ts'
import { narrationHeading } from './column-keys.ts'

/* One file may hold several accounts. Each account becomes a statement of its own. */

/** A row of a file, with the account numbers that the row names. */
type NumberedRow = {
  readonly page: number
  readonly row: Row
  readonly numbers: readonly Numbered[]
}

/** `isBlurred`: whether the number was read from pixels. */
type Numbered = { readonly account: string; readonly isBlurred: boolean }

/** The pages of each account. A page with the end of one account and the start of the next is cut between them. */
export function accountsIn(pages: readonly ReadPage[]): ReadPage[][] {
  const rows = pages.flatMap((page, at) =>
    rowsOf(page).map((row): NumberedRow => ({ page: at, row, numbers: numbersIn(row, page) })),
  )
  const cuts = cutsIn(rows)
  if (cuts.length === 0) return [[...pages]]
  const edges = [{ page: 0, top: 0 }, ...cuts, { page: pages.length, top: 0 }]
  return edges.slice(1).map((to, at) => between(pages, edges[at] ?? to, to))
}

function numbersIn(row: Row, { source }: ReadPage): Numbered[] {
  const segments = segmentsOf(row, source)
  return segments.flatMap(({ text }, at) => {
    const account = accountNumberIn(`${text} ${segments[at + 1]?.text ?? ''}`)
    return account === undefined ? [] : [{ account, isBlurred: source === 'ocr' }]
  })
}

/** Where an account begins: `top` is a fraction of the page's height. */
type Cut = { readonly page: number; readonly top: number }

/**
 * A new account begins where all account numbers between the last movement and the next headings differ from the current account's. Account
 * numbers in narrations cut nothing, because no headings follow them.
 */
function cutsIn(rows: readonly NumberedRow[]): Cut[] {
  const cuts: Cut[] = []
  let current: Numbered[] = []
  let lastMovement = -1
  for (const [at, { row }] of rows.entries()) {
    if (isMovement(row)) lastMovement = at
    if (!isStatementHeading(row, 0, [row, ...nextRow(rows, at)])) continue
    const own = rows.slice(lastMovement + 1, at).flatMap(({ numbers }) => numbers)
    const isOther = own.length > 0 && !own.some((one) => current.some((two) => isAlike(one, two)))
    if (isOther && current.length > 0) cuts.push(cutBetween(rows.slice(lastMovement, at)))
    current = isOther ? own : [...current, ...own]
  }
  return cuts
}

/** A movement's day ends within this many words at the start of its row: "12 05 Apr 2026". */
const dayWordsMax = 4

/** Whether a row begins with a day and ends with its amount and a balance. */
export function isMovement(row: Row): boolean {
  if (amountsAtEnd(row).length < 2) return false
  const words = row.pieces.slice(0, dayWordsMax).map(({ word }) => word.text)
  return words.some((_, from) =>
    words
      .slice(from)
      .some((__, to) => readDay(words.slice(from, from + to + 1).join(' ')) !== undefined),
  )
}

function nextRow(rows: readonly NumberedRow[], at: number): Row[] {
  const next = rows[at + 1]
  return next === undefined ? [] : [next.row]
}

/** Of blurred numbers only the last digits are compared. Banks never hide those. */
const shownDigits = 4

function isAlike(one: Numbered, other: Numbered): boolean {
  return one.isBlurred || other.isBlurred
    ? one.account.slice(-shownDigits) === other.account.slice(-shownDigits)
    : mayBeOneAccount(one.account, other.account)
}

/** Cuts between the last movement of one account and the first number of the next: where the next page begins, else at the widest gap. */
function cutBetween(rows: readonly NumberedRow[]): Cut {
  const named = rows.findIndex(({ numbers }, at) => at > 0 && numbers.length > 0)
  const page = rows[named]?.page ?? 0
  if (page !== rows[0]?.page) return { page, top: 0 }
  let widest = { gap: -Infinity, top: 0 }
  for (let at = 1; at <= named; at++) {
    const top = boxOf(rows[at]?.row.pieces ?? [])[1]
    const gap = top - boxOf(rows[at - 1]?.row.pieces ?? [])[3]
    if (gap > widest.gap) widest = { gap, top }
  }
  return { page, top: widest.top }
}

function between(pages: readonly ReadPage[], from: Cut, to: Cut): ReadPage[] {
  return pages.flatMap((page, at) => {
    if (at < from.page || at > to.page) return []
    const top = at === from.page ? from.top : 0
    const bottom = at === to.page ? to.top : Infinity
    const words = page.words.filter(({ box }) => {
      const middle = (box[1] + box[3]) / 2
      return middle >= top && middle < bottom
    })
    return words.length === 0 ? [] : [{ ...page, words }]
  })
}

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
