import { foldLabel } from '../../normalising/labels.ts'
import type { ReadValue } from '../page.ts'
import { textsOf } from '../read-texts.ts'
import { boxOf, type Row } from '../rows.ts'
import { amountLabelOf } from '../amount-labels.ts'
import { chooseAmounts } from './amounts.ts'
import { gridAmounts } from './amount-grid.ts'
import { chargesOf } from './charges.ts'
import { bareSum, columnSums } from './column-sums.ts'
import { allAmounts, footAmounts, type FootAmount } from './foot-amounts.ts'
import { type HeadPage, valueOf } from './candidates.ts'
import { findAmountsInWords, type WordsAmount } from './words-below.ts'

/* What a document comes to: the amounts below its lines, and the amount in words. */

type ReadLine = Readonly<Record<string, ReadValue>>

type Found<T> = { readonly found: T; readonly layout: HeadPage }

/** The foot by canonical key. `lines` are those of the document, `learnt` what the seller's labels mean, folded. */
export function readFoot(
  layouts: readonly HeadPage[],
  lines: readonly ReadLine[],
  learnt: ReadonlyMap<string, string>,
): Record<string, ReadValue> {
  const [first] = layouts
  if (first === undefined) return {}
  const amounts = layouts.flatMap((layout) =>
    onPage(
      layout,
      amountsOf(layout, lines).map((one) => asLearnt(one, learnt)),
    ),
  )
  const inWords = layouts.flatMap((layout) => onPage(layout, findAmountsInWords(layout.rows)))
  const charges = chargesOf(amounts.map(({ found }) => found))
  const chosen = chooseAmounts(
    amounts.map(({ found }) => found),
    {
      lines: lines.map(textsOf),
      charges,
      inWords: new Set(inWords.map(({ found }) => found.paise)),
    },
  )
  const layoutOf = new Map(amounts.map(({ found, layout }) => [found.pieces[0], layout]))
  const values = Array.from([...withoutRepeats(chosen), ...charges], ([key, amount]) => {
    const layout = layoutOf.get(amount.pieces[0]) ?? first
    return [key, amountValue(amount, layout)] as const
  })
  const total = chosen.get('total')?.paise
  const said = inWords.find(({ found }) => found.paise === total) ?? inWords[0]
  return { ...Object.fromEntries(values), ...wordsValue(said) }
}

/** An amount behind a label that a person gave a meaning on an earlier bill of the seller. */
function asLearnt(amount: FootAmount, learnt: ReadonlyMap<string, string>): FootAmount {
  const key = learnt.get(foldLabel(amount.label))
  return key === undefined ? amount : { ...amount, key, strength: learntStrength }
}

/** More than "Grand Total". */
const learntStrength = 4

/** What the lines come to is no sum of its own where it is another one, such as the taxable value. */
function withoutRepeats(chosen: ReadonlyMap<string, FootAmount>): Map<string, FootAmount> {
  const own = chosen.get('subtotal')?.pieces ?? []
  const others = [...chosen].flatMap(([key, { pieces }]) => (key === 'subtotal' ? [] : pieces))
  const isSame = own.some((piece) => others.includes(piece))
  return new Map([...chosen].filter(([key]) => key !== 'subtotal' || !isSame))
}

function onPage<T>(layout: HeadPage, all: readonly T[]): Found<T>[] {
  return all.map((found) => ({ found, layout }))
}

/** All rows but the lines and what stands above them. */
function below({ rows, table }: HeadPage): Row[] {
  return rows.slice(Math.max(-1, ...table) + 1)
}

/** Rows at the end of the table below the last line: charges are printed there as if they were lines. */
function afterLines({ rows, table, page }: HeadPage, lines: readonly ReadLine[]): Row[] {
  const tops = lines
    .flatMap((line) => Object.values(line))
    .flatMap((value) => (value.page === page.number ? (value.box?.[1] ?? []) : []))
  if (tops.length === 0) return []
  const end = rows.findLastIndex(({ pieces }) => boxOf(pieces)[1] <= Math.max(...tops))
  return rows.filter((_, index) => index > end && table.has(index))
}

/** The tax of an article may stand below its line, where nothing else tells it from those of the foot. */
function isOfLine({ pieces }: FootAmount, { page }: HeadPage, lines: readonly ReadLine[]): boolean {
  const [left, top, right, bottom] = boxOf(pieces)
  return lines.some((line) =>
    Object.values(line).some(({ page: own, box }) => {
      const isThere = box !== undefined && own === page.number
      return isThere && box[0] <= left && box[1] <= top && box[2] >= right && box[3] >= bottom
    }),
  )
}

const chargeKeys = new Set(['charge', 'deduction', 'freight'])

/** The heading of the table as well: below its columns stands what they come to. */
function amountsOf(layout: HeadPage, lines: readonly ReadLine[]): FootAmount[] {
  const rows = below(layout)
  const charges = footAmounts(afterLines(layout, lines), layout.isOcr)
  return [
    ...charges.filter(({ key }) => chargeKeys.has(key)),
    ...allAmounts(rows, layout.isOcr).filter((one) => !isOfLine(one, layout, lines)),
    ...gridAmounts(rows),
    ...columnSums(rows, lines),
    ...bareSum(rows),
  ].filter(({ key }) => key !== '')
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
