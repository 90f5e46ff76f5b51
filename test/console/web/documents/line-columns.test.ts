import { describe, expect, test } from 'bun:test'
import type { ExplainedField } from '../../../../src/console/pages/documents/data.ts'
import { asPeopleRead } from '../../../../src/console/pages/documents/lines.tsx'
import { reasonText, saysNothing } from '../../../../src/console/pages/documents/words.tsx'

function printed(key: string, value: string | number, label = key): ExplainedField {
  return { label, raw: String(value), key, value, reasons: [] }
}

const named: ExplainedField = {
  label: null,
  raw: null,
  key: 'product_name',
  value: 'Toor Dal 1 kg',
  reasons: [{ kind: 'name list' }],
}

describe('the lines of a document', () => {
  test('have one column for the item, with what was typed below the name of the lists', () => {
    expect(asPeopleRead([printed('description', 'toor dal'), printed('qty', 2), named])).toEqual([
      {
        label: 'description',
        raw: 'toor dal',
        key: 'description',
        value: 'Toor Dal 1 kg',
        reasons: [{ kind: 'name list' }],
      },
      printed('qty', 2),
    ])
  })

  test('keep a product’s name that was printed beside a description', () => {
    const row = [printed('description', 'Dal'), printed('product_name', 'Toor', 'Product')]
    expect(asPeopleRead(row)).toEqual(row)
  })

  test('have what is no number where the number would stand, and a second value beside the first', () => {
    expect(asPeopleRead([printed('rate (2)', 'ten', 'rate')])).toEqual([
      printed('rate', 'ten', 'rate'),
    ])
    const twice = [printed('rate', 10), printed('rate (2)', 12, 'Rate')]
    expect(asPeopleRead(twice)).toEqual(twice)
  })

  test.each([
    ['name', 'Acme', 'The same as vendor_name, for programs that look for it here.'],
    ['debit', 500, 'From what stands beside amount.'],
    ['gstin', '', 'Not found on the document.'],
  ])('and %s that Daybook adds says where it is from', (key, value, sentence) => {
    expect(reasonText({ kind: 'filled in' }, { key, value }, (name) => name)).toBe(sentence)
  })
})

function nameOf(key: string): string {
  return key === 'gstin' ? 'GSTIN' : 'Bill number'
}

function known(from: string, to: string) {
  return { kind: 'built-in label' as const, from, to }
}

test('that a label and a field are called alike tells nobody anything', () => {
  expect(saysNothing(known('GSTIN', 'gstin'), nameOf)).toBe(true)
  expect(saysNothing(known(' bill  number: ', 'invoice_no'), nameOf)).toBe(true)
  expect(saysNothing(known('GSTIN/UIN', 'gstin'), nameOf)).toBe(false)
  expect(saysNothing(known('Inv. No', 'invoice_no'), nameOf)).toBe(false)
  expect(saysNothing({ kind: 'left out' }, nameOf)).toBe(false)
})
