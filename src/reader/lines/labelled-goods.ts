import type { Piece } from '../level.ts'
import type { ReadPage } from '../page.ts'
import { boxOf, phrasesOf, type Row, rowsOf, textOf } from '../rows.ts'
import { type LineValues, type Origin, readValue } from './cell-values.ts'
import { figureOf } from './content.ts'
import type { KeyOf } from './heading-keys.ts'
import { keyByWords } from '../../paper/fields/heading-words.ts'
import { textsOf } from './line-values.ts'
import { isProven } from './proof.ts'
import type { Area } from './table.ts'

/*
 * Reads slips that sell one thing and label each figure: "Rate (Rs/Ltr): 104.21", "Volume: 9.60". The figures are a
 * line if quantity × rate is the amount.
 */

export type LabelledGoods = {
  readonly values: LineValues
  readonly foot: readonly Row[]
  readonly areas: readonly Area[]
}

/** Goods sold by volume have no "quantity". */
const quantities = /^(?:volume|vol|quantity|qty|litres?|weight|net weight|net wt|units)\b/i
const names = /^(?:product|item|fuel|material|commodity|particulars|description|goods|service)\b/i

const keys = ['description', 'qty', 'rate', 'amount']

/** The line of a slip. Undefined if its figures do not prove each other. */
export function readLabelledGoods(
  pages: readonly ReadPage[],
  keyOf: KeyOf,
): LabelledGoods | undefined {
  const rows = pages.flatMap(rowsOf)
  const found = new Map<string, { row: Row; value: ReturnType<typeof readValue> }>()
  for (const row of rows) {
    const source = pages.find(({ number }) => number === row.page)?.source ?? 'text'
    for (const { label, pieces } of labelledIn(row)) {
      const key = keyOfLabel(label, keyOf)
      if (key === undefined || found.has(key)) continue
      if (key !== 'description' && figureOf(textOf(pieces)) === undefined) continue
      found.set(key, {
        row,
        value: readValue(textOf(pieces), pieces, { label, source } satisfies Origin),
      })
    }
  }
  const values: LineValues = new Map(
    keys.flatMap((key) => {
      const value = found.get(key)?.value
      return value === undefined ? [] : [[key, value] as const]
    }),
  )
  if (values.size < keys.length || isProven(textsOf(values)) !== true) return undefined
  const own = [...found.values()].map(({ row }) => row)
  const last = Math.max(...own.map((row) => rows.indexOf(row)))
  const [, top, , bottom] = boxOf(own.flatMap(({ pieces }) => pieces))
  return { values, foot: rows.slice(last + 1), areas: [{ page: own[0]?.page ?? 0, top, bottom }] }
}

/** "Rate : 104.21", with a colon or a gap between. */
function labelledIn(row: Row): { label: string; pieces: readonly Piece[] }[] {
  const at = row.pieces.findIndex(({ word }) => word.text.endsWith(':') || word.text === ':')
  if (at !== -1) {
    const label = textOf(row.pieces.slice(0, at + 1)).replace(/\s*:$/, '')
    return [{ label, pieces: row.pieces.slice(at + 1) }]
  }
  const [label, value] = phrasesOf(row)
  return label === undefined || value === undefined
    ? []
    : [{ label: label.text, pieces: value.pieces }]
}

function keyOfLabel(plain: string, keyOf: KeyOf): string | undefined {
  if (quantities.test(plain)) return 'qty'
  if (names.test(plain)) return 'description'
  const key = keyOf(plain) ?? keyByWords(plain)
  if (key === 'total') return 'amount'
  return key !== undefined && keys.includes(key) ? key : undefined
}
