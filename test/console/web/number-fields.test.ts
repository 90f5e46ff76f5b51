import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import { productFields, variantFields } from '../../../src/services/storefront/products/record.ts'
import { numberFields, recordNumbers } from '../browser/number-fields.ts'

const web = join(import.meta.dir, '../../../src/console')
const paths = [...new Glob('**/*.{ts,tsx}').scanSync(web)]
const sources = await Promise.all(
  paths.map(async (path) => ({ path, text: await Bun.file(join(web, path)).text() })),
)

function pathsWith(pattern: RegExp): string[] {
  return sources
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .toSorted()
}

describe('a number', () => {
  test('is typed into the one field that changes nothing of what is typed', () => {
    expect(pathsWith(/\bNumberInput\b|\bPinInput\b|type="(?:number|range)"/)).toEqual([])
    expect(pathsWith(/\binputMode\b/)).toEqual([
      'components/number-field.tsx',
      'components/record-form.tsx',
      'pages/documents/form/cell-input.tsx',
    ])
  })

  test('of a plain input is text: of a document, or hidden', () => {
    expect(pathsWith(/<input\b/)).toEqual([
      'components/inputs.tsx',
      'pages/documents/form/cell-input.tsx',
      'pages/documents/form/lines.tsx',
    ])
  })

  test('is in the table of fields that the browser types into', () => {
    const uses = sources.flatMap(({ path, text }) => {
      const count = [...text.matchAll(/<NumberField\b/g)].length
      return count === 0 || path === 'components/record-form.tsx' ? [] : [[path, count] as const]
    })
    const listed = Object.entries(numberFields).map(([path, fields]) => [path, fields.length])
    expect(Object.fromEntries(uses)).toEqual(Object.fromEntries(listed))
  })

  test.each([
    ['product', productFields, recordNumbers.product],
    ['variant', variantFields, recordNumbers.variant],
  ])('of a %s is in it too', (_, fields, listed) => {
    const numbers = Object.entries(fields).filter(([, { cell }]) =>
      ['amount', 'quantity', 'rate'].includes(cell),
    )
    expect(Object.keys(listed).toSorted()).toEqual(numbers.map(([name]) => name).toSorted())
  })

  test('of a record is one of those: no other record has a form', () => {
    expect(pathsWith(/<RecordInput\b/)).toEqual([
      'pages/catalogue/form.tsx',
      'pages/catalogue/variants.tsx',
    ])
  })
})
