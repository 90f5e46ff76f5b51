import { describe, expect, test } from 'bun:test'
import { gstSlabs } from '../../../../src/platform/gst.ts'
import { aboveMrp, isOddRate } from '../../../../src/console/web/pages/catalogue/price-checks.tsx'

const nothing = { mrp: '', sale_price: '' }

describe('a price in the form of a product', () => {
  test('above the MRP is told at once', () => {
    expect(aboveMrp({ mrp: 40, sale_price: 40.01 }, nothing)).toContain('Nobody may sell')
    expect(aboveMrp({ mrp: 40, sale_price: 40 }, nothing)).toBeNull()
  })

  test('is left alone where there is no MRP, or where a program set both', () => {
    expect(aboveMrp({ mrp: 0, sale_price: 40 }, nothing)).toBeNull()
    expect(aboveMrp({ mrp: '', sale_price: 40 }, nothing)).toBeNull()
    const dear = { mrp: 10, sale_price: 12 }
    expect(aboveMrp(dear, dear)).toBeNull()
    expect(aboveMrp({ mrp: 10, sale_price: 13 }, dear)).not.toBeNull()
  })
})

describe('a GST rate', () => {
  test('that is a slab is not asked about', () => {
    for (const rate of gstSlabs) expect(isOddRate({ gst_pct: rate }, { gst_pct: '' })).toBe(false)
    expect(gstSlabs).toEqual(expect.arrayContaining([0, 0.25, 3, 5, 12, 18, 28, 40]))
  })

  test('that is none is asked about once, when it is typed', () => {
    expect(isOddRate({ gst_pct: 7 }, { gst_pct: 5 })).toBe(true)
    expect(isOddRate({ gst_pct: 7 }, { gst_pct: 7 })).toBe(false)
    expect(isOddRate({ gst_pct: '' }, { gst_pct: '' })).toBe(false)
  })
})
