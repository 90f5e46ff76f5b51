import type { Box, ReadPage, Word } from '../page.ts'
import { boxOf, type Row, phrasesOf } from '../rows.ts'
import { footAmounts } from './foot-amounts.ts'
import { allTitles, type Title } from './kind.ts'
import { headRows } from './pieces.ts'
import { isSame } from '../fuse.ts'
import { foldConfusable, wrongLetters } from '../labels/match.ts'
import type { HeadPage } from './candidates.ts'
import { labelledText } from './page-head.ts'

/* A sheet often holds two small bills, printed or laid on the scanner: one below the other, or side by side. */

/** A sheet has at most this many bills. */
const regionsMax = 4
/** A bill has at least this many rows. */
const rowsMin = 6
/** The titles of two bills side by side are at least this far apart, in page widths. */
const besideMin = 0.35

/** The page itself, or a part for each bill if the page holds several with a title and a total each. Boxes stay those of the page. */
export function regionsOf(page: ReadPage): ReadPage[] {
  const regions = [page]
  for (let at = 0; at < regions.length && regions.length < regionsMax;) {
    const region = regions[at]
    const parts = region === undefined ? undefined : parted(region)
    if (parts === undefined) at += 1
    else regions.splice(at, 1, ...parts)
  }
  return regions
}

function parted(page: ReadPage): [ReadPage, ReadPage] | undefined {
  const rows = headRows(page)
  const titles = allTitles(rows)
  for (const [at, title] of titles.entries()) {
    for (const other of titles.slice(at + 1)) {
      if (other.kind !== title.kind) continue
      const parts = partedBelow(page, rows, title, other) ?? partedBeside(page, title, other)
      if (parts?.every(isWhole) === true) return parts
    }
  }
  return undefined
}

/** A part is a bill if it has a total. */
function isWhole(page: ReadPage): boolean {
  const rows = headRows(page)
  return rows.length >= rowsMin && footAmounts(rows, page.source === 'ocr').some(isTotal)
}

function isTotal({ key }: { key: string }): boolean {
  return key === 'total'
}

type Parts = [ReadPage, ReadPage] | undefined

/** The second bill begins at the widest gap between the total of the first bill and its own title. */
function partedBelow(page: ReadPage, rows: readonly Row[], first: Title, second: Title): Parts {
  if (second.row - first.row < rowsMin) return undefined
  const total = rows.findLastIndex(
    (row, at) =>
      at > first.row && at < second.row && footAmounts([row], page.source === 'ocr').some(isTotal),
  )
  if (total === -1) return undefined
  const gaps = rows.slice(total + 1, second.row + 1).map((row, at) => {
    const before = rows[total + at]
    return { row, gap: row.top - (before?.bottom ?? row.top) }
  })
  const [widest] = gaps.toSorted((a, b) => b.gap - a.gap)
  if (widest === undefined) return undefined
  const [, top] = boxOf(widest.row.pieces)
  return halves(page, ([, upper, , lower]) => (upper + lower) / 2 < top)
}

/** Two bills stand side by side if no word crosses the line between them. */
function partedBeside(page: ReadPage, one: Title, other: Title): Parts {
  const [left, right] = [boxOf(one.phrase.pieces), boxOf(other.phrase.pieces)].toSorted(
    (a, b) => a[0] - b[0],
  )
  const isBeside = Math.abs(one.row - other.row) <= 1
  if (!isBeside || left === undefined || right === undefined || right[0] - left[0] < besideMin) {
    return undefined
  }
  const line = lineBetween(page.words, left[2], right[0])
  return line === undefined ? undefined : halves(page, ([from, , to]) => (from + to) / 2 < line)
}

/** A line between two bills is looked for at this many places. */
const steps = 40

function lineBetween(words: readonly Word[], from: number, to: number): number | undefined {
  const lines = Array.from({ length: steps }, (_, at) => from + ((to - from) * (at + 0.5)) / steps)
  const free = lines.filter((x) => !words.some(({ box: [left, , right] }) => left < x && right > x))
  return free[Math.floor(free.length / 2)]
}

function halves(page: ReadPage, isFirst: (box: Box) => boolean): [ReadPage, ReadPage] {
  const part = (wished: boolean): ReadPage => ({
    ...page,
    words: page.words.filter(({ box }) => isFirst(box) === wished),
    codes: page.codes.filter(({ box }) => isFirst(box) === wished),
  })
  return [part(true), part(false)]
}

/* Finds the pages of each document. A bill may take several pages, come in three copies, or share a file with others. */

/** The pages of one document. Copies of its pages are not read again. */
export type PageGroup = { readonly read: readonly HeadPage[]; readonly copies: readonly HeadPage[] }

type Open = { read: HeadPage[]; copies: HeadPage[] }

export function splitPages(layouts: readonly HeadPage[]): PageGroup[] {
  const groups: Open[] = []
  for (const layout of layouts) {
    const group = groups.at(-1)
    if (group === undefined || begins(layout, group)) groups.push({ read: [layout], copies: [] })
    else if (isCopy(layout, group)) group.copies.push(layout)
    else group.read.push(layout)
  }
  return groups
}

const numberKeys = ['invoice_no', 'po_no', 'account_no']

/** A page begins another document if its number differs, or if it is a first page with a total and the document before has its total. */
function begins(layout: HeadPage, { read }: Open): boolean {
  for (const key of numberKeys) {
    const [own, others] = [
      labelledText(layout, key),
      read.flatMap((page) => labelledText(page, key) ?? []),
    ]
    const other = others[0]
    if (own !== undefined && other !== undefined) return !isSameNumber(own, other, layout)
  }
  const isFirst =
    pageNumberOf(layout) === 1 || (pageNumberOf(layout) === undefined && layout.titles.length > 0)
  return isFirst && read.some(hasTotal) && hasTotal(layout)
}

/** A scanner may misread a number: signs that look alike are one, and a page that is not its document's first may have another letter wrong. */
function isSameNumber(own: string, other: string, layout: HeadPage): boolean {
  if (!layout.isOcr) return isSame('invoice_no', own, other)
  const wrongMax = (pageNumberOf(layout) ?? 1) > 1 ? 1 : 0
  return wrongLetters(foldConfusable(own), foldConfusable(other), wrongMax) <= wrongMax
}

/**
 * A page is a copy if it is marked so and, like the first pages, has a total or has none, or if the same bill stands twice on one sheet.
 */
function isCopy(layout: HeadPage, { read }: Open): boolean {
  if (read.some(({ page }) => page.number === layout.page.number)) return true
  return (
    copyMark.test(headText(layout)) &&
    !read.some((page) => copyMark.test(headText(page))) &&
    hasTotal(layout) === read.some(hasTotal)
  )
}

const copyMark =
  /\b(?:duplicate|triplicate|quadruplicate|extra copy|office copy|transporter'?s? copy|supplier'?s? copy|second copy)\b/i
const headRowsMax = 8

function headText({ rows }: HeadPage): string {
  return rows
    .slice(0, headRowsMax)
    .flatMap((row) => phrasesOf(row).map(({ text }) => text))
    .join(' ')
}

/** "Page 2 of 3", "Page 2", "2/3" behind "Page". */
function pageNumberOf({ rows }: HeadPage): number | undefined {
  for (const row of rows) {
    for (const { text } of phrasesOf(row)) {
      const digits = /\bpage(?:\s*no\.?)?\s*:?\s*(\d{1,3})\b/i.exec(text)?.[1]
      if (digits !== undefined) return Number(digits)
    }
  }
  return undefined
}

function hasTotal({ rows, isOcr, table }: HeadPage): boolean {
  const below = rows.slice(Math.max(-1, ...table) + 1)
  return footAmounts(below, isOcr).some(({ key }) => key === 'total')
}
