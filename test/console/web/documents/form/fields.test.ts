import { expect, test } from 'bun:test'
import { isField, labelOf, kinds } from '../../../../../src/console/pages/documents/form/kinds.ts'
import { builtInLabels } from '../../../../../src/paper/rules/labels.ts'

const places = ['head', 'line'] as const

test('every canonical key has a name for people', () => {
  const unnamed = kinds.flatMap(({ category }) =>
    places.flatMap((place) =>
      [...new Set(builtInLabels(category, place).values())]
        .filter((key) => !isField(place, key))
        .map((key) => `${place} ${key}`),
    ),
  )
  expect([...new Set(unnamed)]).toEqual([])
})

test('what is typed under a canonical key is that key', () => {
  const astray = kinds.flatMap(({ category, head, more, foot, columns }) => [
    ...[...head, ...more, ...foot].filter(
      (key) => builtInLabels(category, 'head').get(key.replaceAll('_', ' ')) !== key,
    ),
    ...columns.filter(
      (key) => builtInLabels(category, 'line').get(key.replaceAll('_', ' ')) !== key,
    ),
  ])
  expect(astray).toEqual([])
})

test('a key that came twice keeps its name and its number', () => {
  expect(labelOf('head', 'invoice_date (2)')).toBe('Bill date (2)')
  expect(labelOf('head', 'Route No (2)')).toBe('Route No (2)')
})
