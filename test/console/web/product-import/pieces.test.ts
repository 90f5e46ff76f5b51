import { describe, expect, test } from 'bun:test'
import { noImages } from '../../../../src/console/pages/product-import/local-images.ts'
import {
  pieceFrom,
  withVariantsBehind,
  type Input,
} from '../../../../src/console/pages/product-import/rows.ts'

const columns = ['sku', 'variant_of'] as const

const rowsOf = (cells: readonly (readonly string[])[]) =>
  cells.map((row, at) => ({ row: at + 2, cells: row, fault: null }))

const inputOf = (cells: readonly (readonly string[])[]): Input => ({
  columns,
  rows: rowsOf(cells),
  images: noImages,
  dryRun: true,
  asOf: undefined,
})

describe('the pieces in which a file is sent', () => {
  test('do not part a product from its variants', () => {
    const products = Array.from({ length: 199 }, (_, at) => [`P-${at}`, ''])
    const variants = Array.from({ length: 30 }, (_, at) => [`V-${at}`, 'P-198'])
    const input = inputOf([...products, ['LAST', ''], ...variants, ['NEXT', '']])
    expect(pieceFrom(input, 0)).toHaveLength(230)
    expect(pieceFrom(input, 230)).toHaveLength(1)
  })

  test('are no larger than the server takes', () => {
    const variants = Array.from({ length: 900 }, (_, at) => [`V-${at}`, 'P'])
    expect(pieceFrom(inputOf([['P', ''], ...variants]), 0)).toHaveLength(500)
  })
})

test('variants stand behind their products, wherever the file has them', () => {
  const rows = rowsOf([
    ['A-1', 'A'],
    ['B', ''],
    ['A', ''],
    ['X-1', 'X'],
    ['A-2', 'A'],
  ])
  expect(withVariantsBehind(rows, columns).map(({ cells }) => cells[0])).toEqual([
    'B',
    'A',
    'A-1',
    'A-2',
    'X-1',
  ])
  expect(withVariantsBehind(rows, ['sku', null])).toBe(rows)
})
