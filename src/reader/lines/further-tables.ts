import { readPaise } from '../../paper/values.ts'
import type { ReadPage, ReadValue } from '../page.ts'
import { phrasesOf, type Row, withWords } from '../rows.ts'
import type { ReadLines } from './read-lines.ts'

/* A bill may have a second table with its own headings: labour below spare parts, freight below goods. */

type Line = ReadLines['lines'][number]

/** The most tables below the first. */
const furtherMax = 3
const amountKeys = ['taxable_value', 'amount', 'total']

/**
 * Adds the lines of further tables, found by `readTables`. The sum of all lines must be printed below: tax summaries
 * also look like tables, and repeat the lines.
 */
export function withFurtherTables(
  first: ReadLines,
  pages: readonly ReadPage[],
  readTables: (pages: readonly ReadPage[]) => ReadLines,
): ReadLines {
  let all = first
  for (let count = 0; count < furtherMax && all.lines.length > 0; count++) {
    const further = readTables(pagesOf(pages, all.foot))
    const words = wordsOf(further.foot)
    const foot = all.foot.filter(({ pieces }) => pieces.some(({ word }) => words.has(word)))
    if (!isMore(all.lines, further.lines, foot)) return all
    all = {
      lines: [...all.lines, ...further.lines],
      columns: { ...further.columns, ...all.columns },
      foot,
      areas: [...all.areas, ...further.areas],
      provenSums: all.provenSums.filter((key) => further.provenSums.includes(key)),
    }
  }
  return all
}

/** The pages reduced to these rows. */
function pagesOf(pages: readonly ReadPage[], rows: readonly Row[]): ReadPage[] {
  const left = wordsOf(rows)
  return pages.map((page) => withWords(page, (word) => left.has(word)))
}

function wordsOf(rows: readonly Row[]) {
  return new Set(rows.flatMap(({ pieces }) => pieces.map(({ word }) => word)))
}

function isMore(lines: readonly Line[], further: readonly Line[], foot: readonly Row[]): boolean {
  const printed = new Set(foot.flatMap(sumsIn))
  return further.every(isGoods) && amountKeys.some((key) => isAdded(key, lines, further, printed))
}

/** Earlier debts and payments also stand below the goods. They are not goods. */
function isGoods(line: Line): boolean {
  const name: ReadValue | undefined = line['description'] ?? line['product_name']
  return name !== undefined && /\p{L}{2}|\p{M}/u.test(name.text) && !owedBefore.test(name.text)
}

const owedBefore =
  /\b(?:prev(?:ious)?|old|opening|outstanding|balance|bal|arrears|dues?|received|advance)\b|बाकी|शेष|बकाया|जमा|બાકી/iu

/** In paise: the amounts of a row, without amounts whose own label says that they are owed in all. */
function sumsIn(row: Row): number[] {
  let label = ''
  return phrasesOf(row).flatMap(({ text, pieces }) => {
    label += ` ${text}`
    if (!/\d/.test(text)) return []
    const sums = owedInAll.test(label) ? [] : pieces
    label = ''
    return sums.flatMap(({ word }) => readPaise(word.text) ?? [])
  })
}

const owedInAll = /\b(?:balance|bal|due|outstanding)\b|बाकी|शेष|बकाया|બાકી/iu

function isAdded(
  key: string,
  lines: readonly Line[],
  further: readonly Line[],
  printed: ReadonlySet<number>,
): boolean {
  const [before, more] = [sumOf(key, lines), sumOf(key, further)]
  if (before === undefined || more === undefined || more === 0 || more === before) return false
  return printed.has(before + more)
}

/** In paise. Undefined if a line has no readable amount. */
function sumOf(key: string, lines: readonly Line[]): number | undefined {
  const amounts = lines.flatMap((line) => readPaise(line[key]?.text ?? '') ?? [])
  if (amounts.length === 0 || amounts.length < lines.length) return undefined
  return amounts.reduce((sum, amount) => sum + amount, 0)
}
