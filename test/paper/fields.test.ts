import { describe, expect, test } from 'bun:test'
import { inputOf, type InputKind } from '../../src/console/web/pages/documents/form/fields.ts'
import type { Category } from '../../src/paper/categories.ts'
import { fieldOf, fields, keysWhere, type Kind, standsIn } from '../../src/paper/fields.ts'
import { headNames, lineNames } from '../../src/paper/checks/field-names.ts'
import { builtInSets } from '../../src/paper/rules/printed-labels.ts'
import { kindOf } from '../../src/paper/rules/typed-values.ts'
import { contentOf } from '../../src/reader/lines/content.ts'

const keys = Object.keys(fields)

/** Keys that pages had no name for. */
const newlyNamed = ['utgst_rate', 'buyer_address', 'buyer_phone', 'buyer_pan']

describe('the fields of documents say what the tables before them said', () => {
  test('where a key stands, and what it is called', () => {
    for (const [place, names] of [
      ['head', headNames],
      ['line', lineNames],
    ] as const) {
      const ours = keys
        .filter((key) => standsIn(key, place) && !newlyNamed.includes(key))
        .map((key) => [key, fieldOf(key)?.name])
      expect(Object.fromEntries(ours)).toEqual(names)
    }
  })

  test('what papers print for it', () => {
    for (const { category, place, labels } of builtInSets) {
      const slot = slotOf(category, place)
      const ours = keys.flatMap((key) => {
        const printed = fieldOf(key)?.labels?.[slot]
        return printed === undefined ? [] : [[key, printed.split('|').map(unwrapped)]]
      })
      const theirs = Object.entries(labels).map(([key, printed]) => [
        key,
        printed.split('|').map(unwrapped),
      ])
      expect(Object.fromEntries(ours)).toMatchObject(Object.fromEntries(theirs))
    }
  })

  test('as what it is delivered', () => {
    expect(keys.map((key) => fieldOf(key)?.delivered)).toEqual(
      keys.map((key) => kindOf(key, 'metadata')),
    )
  })

  test('how it is typed', () => {
    const others = keys.filter((key) => !newlyNamed.includes(key))
    expect(others.map((key) => inputs[fieldOf(key)?.kind ?? 'text'] ?? 'text')).toEqual(
      others.map(inputOf),
    )
  })

  test('what stands below its heading', () => {
    const columns = keysWhere((field) => field.place !== 'head' && field.cells === undefined)
    const contents = columns.map((key) => contentsOf[fieldOf(key)?.kind ?? 'text'] ?? 'text')
    expect(contents).toEqual(columns.map(contentOf))
  })
})

function slotOf(category: Category | null, place: 'metadata' | 'line' | null) {
  if (category === null) return place === null ? 'both' : place === 'line' ? 'line' : 'head'
  if (category === 'purchase_order') return 'orderHead'
  return place === 'line' ? 'statementLine' : 'statementHead'
}

function unwrapped(label: string): string {
  return label.trim().replaceAll(/\s+/g, ' ')
}

const inputs: { [kind in Kind]?: InputKind } = {
  money: 'amount',
  tax: 'amount',
  rate: 'amount',
  balance: 'amount',
  percent: 'percent',
  slab: 'percent',
  'half slab': 'percent',
  'cess rate': 'percent',
  day: 'date',
  month: 'date',
  gstin: 'gstin',
  quantity: 'quantity',
  quantities: 'quantity',
  hsn: 'code',
  serial: 'code',
  unit: 'short',
  discount: 'short',
}

const contentsOf: { [kind in Kind]?: ReturnType<typeof contentOf> } = {
  money: 'number',
  tax: 'number',
  rate: 'number',
  balance: 'number',
  discount: 'number',
  percent: 'percent',
  slab: 'percent',
  'half slab': 'percent',
  'cess rate': 'percent',
  day: 'date',
  month: 'date',
  quantity: 'quantity',
  serial: 'serial',
  hsn: 'digits',
  digits: 'digits',
  code: 'code',
}
