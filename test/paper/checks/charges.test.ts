import { describe, expect, test } from 'bun:test'
import { checkDocument } from '../../../src/paper/checks/check-document.ts'

/* Freight, packing and deductions below the lines: any of them may be in the total, or in a sum above it. */

type Fields = Record<string, string>

const goods = { qty: '4', rate: '250.00', amount: '1,000.00', gst_rate: '18' }

function messagesOf(head: Fields, lines: Fields[] = [goods]): string[] {
  const bill = {
    invoice_no: 'A-1',
    invoice_date: '05/11/2026',
    vendor_name: 'Acme Traders',
    gstin: '27AAPFU0939F1ZV',
  }
  const document = { category: 'vendor_invoice', head: { ...bill, ...head }, lines } as const
  const against = { today: '2026-11-22', ownGstin: null }
  return checkDocument(document, against).map(({ key, message }) => `${key}: ${message}`)
}

const taxed = { taxable_value: '1,000.00', cgst: '90.00', sgst: '90.00' }

describe('charges are right', () => {
  test('behind the tax, in the taxable value, or one there and one here', () => {
    const packing = { 'Packing Charges': '50.00' }
    expect(messagesOf({ ...taxed, ...packing, total: '1,230.00' })).toEqual([])
    const inTaxable = { taxable_value: '1,050.00', cgst: '94.50', sgst: '94.50' }
    expect(messagesOf({ ...packing, ...inTaxable, total: '1,239.00' })).toEqual([])
    const both = { ...packing, freight: '100.00' }
    expect(messagesOf({ ...both, ...inTaxable, total: '1,339.00' })).toEqual([])
  })

  test('that are a line, and stand once more below', () => {
    const head = { freight: '100.00', taxable_value: '1,100.00', cgst: '99.00', sgst: '99.00' }
    const freight = { description: 'Freight', amount: '100.00', gst_rate: '18' }
    expect(messagesOf({ ...head, total: '1,298.00' }, [goods, freight])).toEqual([])
  })

  test('that were taken off before the taxable value', () => {
    const head = { subtotal: '1,000.00', 'Scheme Disc': '100.00', taxable_value: '900.00' }
    expect(messagesOf({ ...head, cgst: '81.00', sgst: '81.00', total: '1,062.00' })).toEqual([])
  })

  test('in the taxable value, taxed at a rate of their own beside the only line, which prints none', () => {
    const cloth = { qty: '4', rate: '250.00', amount: '1,000.00' }
    const head = { Packing: '100.00', taxable_value: '1,100.00', cgst: '34.00', sgst: '34.00' }
    expect(messagesOf({ ...head, total: '1,168.00' }, [cloth])).toEqual([])
    const wrong = { ...head, cgst: '37.31', sgst: '37.31', total: '1,174.62' }
    expect(messagesOf(wrong, [cloth])).toHaveLength(1)
  })

  test('that are more than the goods, and taxed with them', () => {
    const head = {
      'Fuel Surcharge': '3,000.00',
      subtotal: '4,000.00',
      cgst: '360.00',
      sgst: '360.00',
    }
    const lines = [{ amount: '400.00' }, { amount: '600.00' }]
    expect(messagesOf({ ...head, total: '4,720.00' }, lines)).toEqual([])
    const tooMuch = { ...head, cgst: '900.00', sgst: '900.00', total: '5,800.00' }
    expect(messagesOf(tooMuch, lines)).toEqual([
      'cgst: Tax: ₹1,800.00 on ₹4,000.00 is more than 40%.',
    ])
  })

  test('that are nothing', () => {
    expect(messagesOf({ ...taxed, freight: '0.00', total: '1,180.00' })).toEqual([])
  })
})

describe('a charge that no sum takes in is found', () => {
  test('where the total is right without it', () => {
    expect(messagesOf({ ...taxed, 'Packing Charges': '500.00', total: '1,180.00' })).toEqual([
      'Packing Charges: Packing Charges: ₹500.00 is in no sum of the paper.',
    ])
  })

  test('also a deduction', () => {
    const head = { ...taxed, freight: '60.00', 'Less: Scheme': '12.00' }
    expect(messagesOf({ ...head, total: '1,180.00' })).toEqual([
      'freight: Freight: ₹60.00 is in no sum of the paper.',
      'Less: Scheme: Less: Scheme: -₹12.00 is in no sum of the paper.',
    ])
  })

  test('where the total is right with the others', () => {
    const charges = { freight: '70.00', 'Packing Charges': '500.00', Loading: '30.00' }
    expect(messagesOf({ ...taxed, ...charges, total: '1,280.00' })).toEqual([
      'Packing Charges: Packing Charges: ₹500.00 is in no sum of the paper.',
    ])
  })

  test('but not one that lines beside each other come to, or income tax that the buyer deducts', () => {
    const charges = { 'Labour Charges': '1,000.00', 'Less TDS @ 1%': '10.00' }
    const half = { ...goods, qty: '2', amount: '500.00' }
    const head = { ...taxed, ...charges, total: '1,180.00' }
    expect(messagesOf(head, [half, half])).toEqual([])
    expect(messagesOf({ ...head, 'Labour Charges': '900.00' }, [half, half])).toHaveLength(1)
  })
})
