import { phrasesOf } from '../rows.ts'
import { isSame } from '../fuse.ts'
import { footAmounts } from './foot-amounts.ts'
import type { HeadPage } from './candidates.ts'
import { labelledText } from './page-head.ts'

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
    if (own !== undefined && other !== undefined) return !isSame('invoice_no', own, other)
  }
  const isFirst =
    pageNumberOf(layout) === 1 || (pageNumberOf(layout) === undefined && layout.titles.length > 0)
  return isFirst && read.some(hasTotal) && hasTotal(layout)
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
