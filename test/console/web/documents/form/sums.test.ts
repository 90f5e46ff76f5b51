import { describe, expect, test } from 'bun:test'
import { changed, type Change } from '../../../../../src/console/pages/documents/form/changes.ts'
import { nothingRead } from './typed-paper.ts'
import { draftOf, rawOf } from '../../../../../src/console/pages/documents/form/draft.ts'
import {
  checked,
  computedAmount,
  rupeesText,
  withComputed,
} from '../../../../../src/console/pages/documents/form/sums.ts'

const against = { today: '2026-11-22', ownGstin: null }
const start = draftOf(nothingRead, 'vendor_invoice')
const line = start.lines[0]?.id ?? ''

function bill(head: Record<string, string>, cells: Record<string, string>) {
  const changes: Change[] = [
    ...Object.entries(head).map(([key, text]): Change => ({ type: 'head', key, text })),
    { type: 'add line', id: 'blank', after: null },
    { type: 'move line', line: 'blank', by: -1 },
    ...Object.entries(cells).map(([key, text]): Change => ({ type: 'cell', line, key, text })),
  ]
  return changes.reduce(changed, start)
}

const head = {
  vendor_name: 'Acme',
  gstin: '27AAPFU0939F1ZV',
  place_of_supply: 'Maharashtra',
  invoice_no: '7',
  invoice_date: '20/11/26',
  total: '1,180',
}
const rice = { description: 'Rice', qty: '10', rate: '100', gst_rate: '18' }

describe('a bill that is typed', () => {
  test('adds up as one types', () => {
    const { sums, findings, head: computed } = checked(bill(head, rice), 'vendor_invoice', against)
    expect(sums).toMatchObject({ totalPaise: 118_000, differencePaise: 0 })
    expect(computed).toMatchObject({ taxable_value: '1000.00', cgst: '90.00', sgst: '90.00' })
    expect(findings).toEqual([])
  })

  test('is saved with the amounts that were computed, the total alone as it was typed', () => {
    const draft = bill(head, rice)
    const made = rawOf(withComputed(draft, checked(draft, 'vendor_invoice', against)))
    expect(made).toEqual({
      raw: {
        invoice_metadata: { ...head, taxable_value: '1000.00', cgst: '90.00', sgst: '90.00' },
        line_items: [{ ...rice, amount: '1000.00' }],
      },
    })
  })

  test('is saved without taxes that contradict the total', () => {
    const draft = bill({ ...head, total: '1,192' }, rice)
    const found = checked(draft, 'vendor_invoice', against)
    expect(found.sums?.differencePaise).toBe(1_200)
    expect(withComputed(draft, found).head['cgst']).toBeUndefined()
  })

  test('says what cannot be right where it stands, blank lines not counted', () => {
    const draft = bill({ ...head, invoice_date: '33/11/26' }, { ...rice, qty: 'ten' })
    const found = checked(draft, 'vendor_invoice', against)
    expect(Object.keys(found.ofHead)).toContain('invoice_date')
    expect(Object.keys(found.ofLines.get(line) ?? {})).toContain('qty')
    expect(found.ofLines.has('blank')).toBe(false)
  })
})

function amount(cells: Record<string, string>): string | undefined {
  const typed = bill({}, cells).lines.find(({ id }) => id === line)
  return typed === undefined ? undefined : computedAmount(typed)
}

test('the amount of a line is computed when its figures are there', () => {
  expect(amount({ qty: '12 Nos', rate: '10.50', discount: '10%' })).toBe('113.40')
  expect(amount({ qty: '12' })).toBeUndefined()
})

test('a rate may have more decimals than an amount', () => {
  expect(rupeesText(104_150)).toBe('1041.50')
  expect(rupeesText(1234.5)).toBe('12.345')
})
