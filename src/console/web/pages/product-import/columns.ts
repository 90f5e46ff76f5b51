import { importFields } from '../../../../services/storefront/product-table/record.ts'
import type { TableRow } from './file.ts'

/** What a column of a file can be. */
export type Column = keyof typeof importFields

/** The same in the order in which a form offers them. */
export const fields: readonly Column[] = Object.keys(importFields).filter(isColumn)

/** What every file should have; without a name it can only change what is there. */
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

/** What a column may be called: its label first, then what programs and people say. */
function titlesOf(field: Column): readonly string[] {
  const { label, csv } = importFields[field]
  return [label, ...csv]
}

/** Behind a title: "Rate (Rs.)", "MRP in INR". */
const rupeesBehind = /[\s([.,/-]+(?:in\s+)?(?:rs|inr|rupees)[\s.)\]]*$/

const fieldsByTitle: ReadonlyMap<string, Column> = new Map(
  fields.flatMap((field) => titlesOf(field).map((title) => [plainTitle(title), field] as const)),
)

/**
 * What the columns of a file are by their titles: each field once, the best name for it first. Where two columns have the
 * same title nobody but its owner knows which is meant: those are left out.
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

/** Titles that more than one column has, as they are written first. */
export function repeatedTitles(header: readonly string[]): string[] {
  const byTitle = Map.groupBy(
    header.filter((title) => plainTitle(title) !== ''),
    plainTitle,
  )
  return [...byTitle.values()].flatMap(([first, ...others]) =>
    first === undefined || others.length === 0 ? [] : first,
  )
}

/** What a column with a title is; undefined when nothing is called so. */
function fieldOfTitle(title: string): Column | undefined {
  return fieldsByTitle.get(plainTitle(title))
}

/** Lower case without spaces and signs, and without the rupees behind an amount: "Rate (Rs.)" is a rate. */
function plainTitle(title: string): string {
  const words = title.toLowerCase().trim()
  return words.replace(rupeesBehind, '').replaceAll(/[^a-z0-9]/g, '')
}

/** Rows at the start of a table among which its titles are looked for. */
export const headerRowsMax = 30

/** Titles that make a row one of titles: a single one may be a word of a heading. */
const titlesMin = 2

/** The number of the row that names the columns: programs put the firm, the report and the period above it. */
export function findHeader(table: readonly TableRow[]): number {
  const first = table.slice(0, headerRowsMax)
  const place = first.findIndex(({ cells }) => knownTitles(cells) >= titlesMin)
  const [found, next] = first.slice(Math.max(place, 0))
  const isOnTwoLines = place >= 0 && next !== undefined && knownTitles(next.cells) >= titlesMin
  return (isOnTwoLines ? next : found)?.row ?? 1
}

/** How many cells say what a column is. */
export function knownTitles(cells: readonly string[]): number {
  return new Set(cells.map(fieldOfTitle).filter((field) => field !== undefined)).size
}

/** The titles in a row. One that is empty may stand in the row above, where titles are on two lines. */
export function titlesAt(table: readonly TableRow[], headerRow: number): readonly string[] {
  const cells = table.find(({ row }) => row === headerRow)?.cells ?? []
  const above = table.find(({ row }) => row === headerRow - 1)?.cells ?? []
  return cells.map((cell, place) => {
    const title = (above[place] ?? '').trim()
    return cell.trim() === '' && fieldOfTitle(title) !== undefined ? title : cell.trim()
  })
}
