import type { Fields } from '../../checks/document.ts'
import type { ReadValue } from '../page.ts'
import { amountLabelOf } from './amount-labels.ts'
import { chooseAmounts } from './amounts.ts'
import { gridAmounts } from './amount-grid.ts'
import { footAmounts, type FootAmount } from './foot-amounts.ts'
import { type HeadPage, valueOf } from './page-head.ts'
import { findAmountsInWords, type WordsAmount } from './words-below.ts'

/* What a document comes to: the amounts below its lines, and the amount in words. */

type Found<T> = { readonly found: T; readonly layout: HeadPage }

/** The foot by canonical key. `lines` and `head` are what is known of the document already, as printed. */
export function readFoot(
  layouts: readonly HeadPage[],
  lines: readonly Fields[],
  head: Fields,
): Record<string, ReadValue> {
  const [first] = layouts
  if (first === undefined) return {}
  const amounts = layouts.flatMap((layout) => onPage(layout, amountsOf(layout)))
  const inWords = layouts
    .flatMap((layout) => onPage(layout, findAmountsInWords(below(layout))))
    .at(-1)
  const chosen = chooseAmounts(
    amounts.map(({ found }) => found),
    { category: first.category, lines, head, inWords: inWords?.found.paise },
  )
  const layoutOf = new Map(amounts.map(({ found, layout }) => [found.pieces[0], layout]))
  const values = Array.from(chosen, ([key, amount]) => {
    const layout = layoutOf.get(amount.pieces[0]) ?? first
    return [key, amountValue(amount, layout)] as const
  })
  return { ...Object.fromEntries(values), ...wordsValue(inWords) }
}

function onPage<T>(layout: HeadPage, all: readonly T[]): Found<T>[] {
  return all.map((found) => ({ found, layout }))
}

function below({ rows, table }: HeadPage) {
  return rows.slice(table === undefined ? 0 : table.from + 1)
}

function amountsOf(layout: HeadPage): FootAmount[] {
  const rows = below(layout)
  return [...footAmounts(rows, layout.isOcr), ...gridAmounts(rows)].filter(
    ({ key }) => key !== '' && key !== 'charge',
  )
}

function amountValue({ text, label, pieces, isRepaired }: FootAmount, layout: HeadPage): ReadValue {
  const value = valueOf(text, amountLabelOf(label) === undefined ? '' : label, pieces, layout)
  return isRepaired ? { ...value, confidence: Math.min(value.confidence, 0.8) } : value
}

function wordsValue(words: Found<WordsAmount> | undefined): Record<string, ReadValue> {
  if (words === undefined) return {}
  const { found, layout } = words
  return { amount_in_words: valueOf(found.text, found.label, found.pieces, layout) }
}
