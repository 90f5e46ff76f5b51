import { fields, titlesOf } from './fields.ts'
import type { Column } from './import-rows.ts'

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
export function fieldOfTitle(title: string): Column | undefined {
  return fieldsByTitle.get(plainTitle(title))
}

/** Lower case without spaces and signs, and without the rupees behind an amount: "Rate (Rs.)" is a rate. */
function plainTitle(title: string): string {
  const words = title.toLowerCase().trim()
  return words.replace(rupeesBehind, '').replaceAll(/[^a-z0-9]/g, '')
}
