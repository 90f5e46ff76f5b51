import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { nameMatcher } from '../../../../src/names/matching.ts'
import type { JsonObject } from '../../../../src/platform/json/json.ts'
import { categories, type Category } from '../../../../src/paper/categories.ts'
import { mapNames } from '../../../../src/services/scan-export/delivery/delivered.ts'

const vendors = nameMatcher([
  { id: '1', name: 'Acme Traders', aliases: ['ACME', 'Acme Trading Co'] },
  { id: '2', name: 'Zed Stores', aliases: ['ZED'] },
])
const products = nameMatcher([
  { id: '3', name: 'Basmati Rice 1 kg', aliases: ['BASMATI 1KG'] },
  { id: '4', name: 'UPI charges', aliases: [] },
])

function mapped(metadata: JsonObject, lines: JsonObject[], category: Category = 'vendor_invoice') {
  const data = { invoice_metadata: metadata, line_items: lines }
  return mapNames(data, category, vendors, products)
}

function mappedRow(row: JsonObject): JsonObject | undefined {
  return mapped({}, [row], 'bank_entry').line_items[0]
}

function mappedLine(line: JsonObject): JsonObject | undefined {
  return mapped({}, [line]).line_items[0]
}

describe('a vendor_name in the metadata', () => {
  test('that equals a name or alias becomes the canonical name, in every category', () => {
    for (const category of categories) {
      for (const name of ['acme', 'ACME  traders', 'acme trading co']) {
        expect(mapped({ vendor_name: name }, [], category).invoice_metadata).toEqual({
          vendor_name: 'Acme Traders',
        })
      }
    }
  })

  test('that only contains one stays', () => {
    const metadata = { vendor_name: 'Acme Traders Pune' }
    expect(mapped(metadata, []).invoice_metadata).toEqual(metadata)
  })

  test('takes `name` with it where that was filled in from it', () => {
    expect(mapped({ vendor_name: 'acme', name: 'acme' }, []).invoice_metadata).toEqual({
      vendor_name: 'Acme Traders',
      name: 'Acme Traders',
    })
    expect(mapped({ vendor_name: 'acme', name: 'ACME' }, []).invoice_metadata).toEqual({
      vendor_name: 'Acme Traders',
      name: 'ACME',
    })
  })
})

describe('a line', () => {
  test('has its product_name mapped to the canonical name', () => {
    expect(mappedLine({ product_name: 'basmati  1kg', qty: 1 })).toEqual({
      product_name: 'Basmati Rice 1 kg',
      qty: 1,
    })
  })

  test('without product_name gets it from a description that equals one; the description stays', () => {
    for (const missing of [
      {},
      { product_name: '' },
      { product_name: null },
      { product_name: ' ' },
    ]) {
      expect(mappedLine({ ...missing, description: 'BASMATI 1KG' })).toEqual({
        product_name: 'Basmati Rice 1 kg',
        description: 'BASMATI 1KG',
      })
    }
  })

  test('with an unknown product_name keeps it, whatever the description says', () => {
    const line = { product_name: 'Loose rice', description: 'BASMATI 1KG' }
    expect(mappedLine(line)).toEqual(line)
  })

  test('whose description only contains a product’s name gets none', () => {
    const line = { description: 'BASMATI 1KG bag' }
    expect(mappedLine(line)).toEqual(line)
  })

  test('of a bill is not searched for vendors', () => {
    const line = { narration: 'UPI/ACME/1', vendor_name: 'acme' }
    expect(mappedLine(line)).toEqual(line)
  })
})

describe('a row of a bank statement', () => {
  test('is searched for a vendor: first its narration, then its description', () => {
    expect(mappedRow({ narration: 'UPI/ACME TRADERS/9876@ybl/PAY' })).toMatchObject({
      vendor_name: 'Acme Traders',
    })
    expect(mappedRow({ narration: 'UPI/X', description: 'zed' })).toMatchObject({
      vendor_name: 'Zed Stores',
    })
    expect(mappedRow({ narration: 'to ZED', description: 'Acme Traders' })).toMatchObject({
      vendor_name: 'Zed Stores',
    })
  })

  test('names vendors as whole words only, the longest first', () => {
    expect(mappedRow({ narration: 'UPI/ZEDDER/1' })).toEqual({ narration: 'UPI/ZEDDER/1' })
    expect(mappedRow({ narration: 'ZED via Acme Trading Co' })).toMatchObject({
      vendor_name: 'Acme Traders',
    })
  })

  test('that names its vendor has the name mapped and is not searched', () => {
    expect(mappedRow({ vendor_name: 'acme', narration: 'ZED' })).toMatchObject({
      vendor_name: 'Acme Traders',
    })
    expect(mappedRow({ vendor_name: 'Other', narration: 'ZED' })).toMatchObject({
      vendor_name: 'Other',
    })
    expect(mappedRow({ vendor_name: ' ', narration: 'ZED' })).toMatchObject({
      vendor_name: 'Zed Stores',
    })
  })

  test('gets no product from its description, but one that was read is mapped', () => {
    expect(mappedRow({ description: 'UPI charges' })).toEqual({ description: 'UPI charges' })
    expect(mappedRow({ product_name: 'upi CHARGES' })).toEqual({ product_name: 'UPI charges' })
  })

  test('may carry anything', () => {
    const row = { narration: 7, description: ['ACME'], vendor_name: null }
    expect(mappedRow(row)).toEqual(row)
  })
})

describe('what is mapped', () => {
  const names = fc.constantFrom(
    'acme',
    'Acme Traders',
    'UPI/ZED/1',
    'BASMATI 1KG',
    'other',
    '',
    null,
    7,
  )
  const keys = fc.constantFrom('vendor_name', 'product_name', 'narration', 'description', 'name')
  const object = fc.dictionary(keys, names)
  const data = fc.record({
    invoice_metadata: object,
    line_items: fc.array(object, { maxLength: 3 }),
  })

  test('is the same object when nothing changes, and mapping it again changes nothing', () => {
    fc.assert(
      fc.property(data, fc.constantFrom(...categories), (given, category) => {
        const before = JSON.stringify(given)
        const once = mapNames(given, category, vendors, products)
        expect(JSON.stringify(given)).toBe(before)
        expect(once === given).toBe(JSON.stringify(once) === before)
        expect(mapNames(once, category, vendors, products)).toBe(once)
      }),
      { numRuns: 500 },
    )
  })

  test('keeps dangerous labels as ordinary ones', () => {
    const row: JsonObject = JSON.parse('{"__proto__":{"x":1},"narration":"ZED"}')
    expect(JSON.stringify(mappedRow(row))).toBe(
      '{"__proto__":{"x":1},"narration":"ZED","vendor_name":"Zed Stores"}',
    )
  })
})
