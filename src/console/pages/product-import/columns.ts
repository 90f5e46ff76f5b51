import { importFields } from '../../../services/storefront/product-table/record.ts'
import type { TableRow } from './file.ts'

/** The fields that a column of a file can hold. */
export type Column = keyof typeof importFields

/** All fields, in the order of the form's choices. */
export const fields: readonly Column[] = Object.keys(importFields).filter(isColumn)

/** The fields that every file should have. Without names a file can only change existing products. */
export const wantedFields: readonly Column[] = ['sku', 'name']

function isColumn(field: string): field is Column {
  return Object.hasOwn(importFields, field)
}

export function labelOf(field: string): string {
  return isColumn(field) ? importFields[field].label : field
}

export function isMoney(field: string): boolean {
  return isColumn(field) && importFields[field].cell === 'amount'
}

/** The titles that a column may have: its label first, then the titles that programs and people use. */
function titlesOf(field: Column): readonly string[] {
  const { label, csv } = importFields[field]
  return [label, ...csv]
}

/** The rupees behind a title: "Rate (Rs.)", "MRP in INR". */
const rupeesBehind = /[\s([.,/-]+(?:in\s+)?(?:rs|inr|rupees)[\s.)\]]*$/

const fieldsByTitle: ReadonlyMap<string, Column> = new Map(
  fields.flatMap((field) => titlesOf(field).map((title) => [plainTitle(title), field] as const)),
)

/**
 * Guesses the field of each column by its title. Each field gets one column, the column with the best title. Columns
 * with the same title are left out: only the file's owner knows which column is right.
 */
export function guessColumns(header: readonly string[]): (Column | null)[] {
  const titles = header.map(plainTitle)
  const guessed: (Column | null)[] = header.map(() => null)
  for (const field of fields) {
    const place = titlesOf(field)
      .map((title) => onlyPlace(titles, plainTitle(title)))
      .find((found) => found !== undefined && guessed[found] === null)
    if (place !== undefined) guessed[place] = field
  }
  return guessed
}

function onlyPlace(titles: readonly string[], name: string): number | undefined {
  const place = titles.indexOf(name)
  return place >= 0 && place === titles.lastIndexOf(name) ? place : undefined
}

/** Titles that several columns have, as the first of the columns spells each title. */
export function repeatedTitles(header: readonly string[]): string[] {
  const byTitle = Map.groupBy(
    header.filter((title) => plainTitle(title) !== ''),
    plainTitle,
  )
  return [...byTitle.values()].flatMap(([first, ...others]) =>
    first === undefined || others.length === 0 ? [] : first,
  )
}

/** The field of a column with this title. Undefined if no field has such a title. */
function fieldOfTitle(title: string): Column | undefined {
  return fieldsByTitle.get(plainTitle(title))
}

/** The title in lower case, without spaces, signs and the rupees behind an amount: "Rate (Rs.)" is a rate. */
function plainTitle(title: string): string {
  const words = title.toLowerCase().trim()
  return words.replace(rupeesBehind, '').replaceAll(/[^a-z0-9]/g, '')
}

/** The number of rows at the start of a table that may be the header. */
export const headerRowsMax = 30

/** The fewest known titles of a header row. A single known title may be a word of a heading. */
const titlesMin = 2

/** The number of the header row. Programs put the firm, the report and the period above the header. */
export function findHeader(table: readonly TableRow[]): number {
  const first = table.slice(0, headerRowsMax)
  const place = first.findIndex(({ cells }) => knownTitles(cells) >= titlesMin)
  const [found, next] = first.slice(Math.max(place, 0))
  const isOnTwoLines = place >= 0 && next !== undefined && knownTitles(next.cells) >= titlesMin
  return (isOnTwoLines ? next : found)?.row ?? 1
}

/** The number of fields that the cells name. */
export function knownTitles(cells: readonly string[]): number {
  return new Set(cells.map(fieldOfTitle).filter((field) => field !== undefined)).size
}

/** The titles in a row. If titles are on two lines, an empty title may stand in the row above. */
export function titlesAt(table: readonly TableRow[], headerRow: number): readonly string[] {
  const cells = table.find(({ row }) => row === headerRow)?.cells ?? []
  const above = table.find(({ row }) => row === headerRow - 1)?.cells ?? []
  return cells.map((cell, place) => {
    const title = (above[place] ?? '').trim()
    return cell.trim() === '' && fieldOfTitle(title) !== undefined ? title : cell.trim()
  })
}
