import type { Area } from '../page.ts'
import type { Category } from '../../paper/categories.ts'
import { builtInLabels, foldLabel } from '../../paper/rules/labels.ts'
import { boxOf, phrasesOf, type Row } from '../rows.ts'
import { amountLabelOf } from '../../paper/fields/foot-words.ts'
import { footAmounts } from './foot-amounts.ts'

/* Finds the rows of a page that are the table of its lines. Labels of the head are not looked for there. */

/** Indexes of rows. */
export type TableRows = ReadonlySet<number>

/** The rows of the table: where its lines were read, else from a likely heading to the first sum. */
export function tableRows(
  rows: readonly Row[],
  page: number,
  category: Category,
  areas: readonly Area[] | undefined,
): TableRows {
  if (areas === undefined) return new Set(likelyTable(rows, category))
  const own = areas.filter((area) => area.page === page)
  const inside = rows
    .keys()
    .filter((index) => own.some((area) => isIn(rows[index], area)))
    .toArray()
  // A column heading has no colon, and there are several headings in a row.
  const isHeading = (index: number) => !hasColon(rows[index])
  const heading = inside.findIndex((index) => isHeading(index) && isWide(rows[index]))
  const first = heading === -1 ? inside.findIndex(isHeading) : heading
  if (first === -1) return new Set()
  const body = inside.slice(first)
  const line = body.findIndex((index) => hasAmount(rows[index]))
  const last = body.findLastIndex((index) => isWide(rows[index]))
  const foot = body.findIndex(
    (index, at) =>
      line !== -1 && at > line && (isTaxHeading(rows[index]) || (at > last && isSum(rows[index]))),
  )
  return new Set(foot === -1 ? body : body.slice(0, foot))
}

function hasAmount(row: Row | undefined): boolean {
  return row?.pieces.some(({ word }) => /\d\.\d\d$/.test(word.text)) === true
}

/** Whether these are the headings of a tax summary or strip. There are no lines below them. */
function isTaxHeading(row: Row | undefined): boolean {
  if (row === undefined || hasAmount(row)) return false
  const keys = phrasesOf(row, 0.7).map(({ text }) => amountLabelOf(text)?.key)
  return keys.includes('igst') || (keys.includes('cgst') && keys.includes('sgst'))
}

function hasColon(row: Row | undefined): boolean {
  return row?.pieces.some(({ word }) => word.text.endsWith(':')) === true
}

function isWide(row: Row | undefined): boolean {
  return row !== undefined && phrasesOf(row, 0.7).length >= columnsMin
}

function isIn(row: Row | undefined, { top, bottom }: Area): boolean {
  if (row === undefined) return false
  const [, rowTop, , rowBottom] = boxOf(row.pieces)
  const middle = (rowTop + rowBottom) / 2
  return middle > top && middle < bottom
}

/** A table has at least this many columns. */
const columnsMin = 3

function likelyTable(rows: readonly Row[], category: Category): number[] {
  const from = rows.findIndex((row) => headingsIn(row, category).size >= columnsMin)
  if (from === -1) return []
  const sums = rows.findIndex((row, index) => index > from + 1 && isSum(row))
  const to = sums === -1 ? rows.length : sums
  return Array.from({ length: to - from }, (_, index) => from + index)
}

function headingsIn(row: Row, category: Category): ReadonlySet<string> {
  const labels = builtInLabels(category, 'line')
  const keys = phrasesOf(row, 0.7).flatMap(({ text }) => labels.get(foldLabel(text)) ?? [])
  return new Set(keys)
}

function isSum(row: Row | undefined): boolean {
  return (
    row !== undefined &&
    footAmounts([row], false).some(({ key }) => key !== '' && key !== 'discount')
  )
}
