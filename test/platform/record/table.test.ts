import { expect, test } from 'bun:test'
import { recordTable } from '../../../src/platform/record/field.ts'

const fields = {
  name: { cell: 'text' },
  chart: { cell: 'none' },
  price: { cell: 'amount' },
} as const

test('a table has the columns of its record, and then those that something is made of', () => {
  const { columns } = recordTable(fields, { required: ['name'], texts: ['image_file'] })
  expect(columns).toEqual(['name', 'price', 'image_file'])
})
