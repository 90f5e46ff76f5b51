import { describe, expect, test } from 'bun:test'
import { gstSlabs } from '../../../../src/platform/gst/rates-and-states.ts'
import { isOddRate, isRateAlone } from '../../../../src/console/pages/catalogue/product-pages.tsx'
import { Refusal } from '../../../../src/console/refusal.ts'

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

  test('is asked about when nothing else is wrong', () => {
    const name = { message: 'No name.', field: 'name' }
    expect(isRateAlone(new Refusal('No such rate.', 400, 'gst_pct'))).toBe(true)
    expect(isRateAlone(new Refusal('No such rate.', 400, 'gst_pct', [name]))).toBe(false)
    expect(isRateAlone(new Refusal('No name.', 400, 'name'))).toBe(false)
  })
})
