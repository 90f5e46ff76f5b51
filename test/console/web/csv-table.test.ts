import { describe, expect, test } from 'bun:test'
import { readCsvTable } from '../../../src/console/web/components/csv.ts'

describe('a CSV file', () => {
  test.each([
    ['name,aliases\n"Rao; Sons","Rao, Sons"', ','],
    ['name;aliases\nRao, Sons;"Rao; Sons"', ';'],
    ['name\taliases\nRao, Sons\tRao; Sons', '\t'],
  ])('is divided by what divides its header: %s', (text, delimiter) => {
    expect(readCsvTable(text)).toMatchObject({ delimiter })
  })

  test('with an open quotation mark says in which row', () => {
    expect(readCsvTable('name\nAcme\n"Rao')).toContain('Row 3')
  })
})
