import { phrasesOf } from '../rows.ts'
import type { HeadPage } from './candidates.ts'

/* The number of lines that a paper prints: "Items : 4", "Total No. of Items 4". */

const itemCount =
  /(?:^|\s)(?:(?:total )?(?:no\.? of|number of|total) (?:items?|lines|products)|items?(?: count)?)\s*[:=-]+\s*(\d{1,3})\b(?![.,]\d)/i

/** The doubt if fewer or more lines were read than the paper says. Free lines and charges may count or not. */
export function countDoubts(layouts: readonly HeadPage[], lines: number): string[] {
  const counts = layouts.flatMap(({ rows, table }) =>
    rows.flatMap((row, index) => (table.has(index) ? [] : phrasesOf(row).flatMap(countsIn))),
  )
  const [printed] = counts
  if (printed === undefined || lines === 0 || counts.includes(lines)) return []
  return [`The paper says that it has ${printed} items, and ${lines} were read.`]
}

function countsIn({ text }: { text: string }): number[] {
  const digits = itemCount.exec(text)?.[1]
  return digits === undefined || digits === '0' ? [] : [Number(digits)]
}
