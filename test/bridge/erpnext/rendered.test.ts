import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Books } from '../../../src/bridge/books.ts'
import type { ItemLine, Voucher } from '../../../src/bridge/vouchers/voucher.ts'
import { type FakeErpnext, openFakeErpnext } from '../../stand-ins/erpnext/fake-erpnext.ts'
import { booksOf, erpnextBill as bill } from '../../support/erpnext-desk.ts'

const key = 'aaaabbbbccccddddeeeeffffgg'
const ours = (name: string) => `${name} - KGS`

let erpnext: FakeErpnext
let books: Books

beforeEach(async () => {
  erpnext = await openFakeErpnext()
  books = await booksOf(erpnext)
})

afterEach(() => erpnext.close())

/** As the site keeps it, with what the look that follows says is otherwise. */
async function entered(voucher: Voucher, into = books) {
  expect(await into.check(voucher)).toEqual([])
  expect(await into.write(await into.render(voucher, key))).toMatchObject({ outcome: 'accepted' })
  const found = await into.withKey(key, voucher.date, 'near')
  expect(found.flatMap((one) => into.differences(voucher, one))).toEqual([])
  const [doc] = erpnext.docs('Purchase Invoice')
  return doc
}

/** A bill of goods at rates, with CGST and SGST as they are printed, in paise. */
function billOf(
  goods: readonly (readonly [rate: number | undefined, paise: number])[],
  tax: number,
  more: Voucher['entries'] = [],
): Voucher {
  const lines = goods.map(([rate, paise]) => ({
    ledger: ours(`Purchase ${rate ?? 5}%`),
    paise,
    role: 'goods' as const,
    ...(rate !== undefined && { gstPercent: rate }),
  }))
  const taxes = (['cgst', 'sgst'] as const).map((role) => ({
    ledger: ours(`Input Tax ${role.toUpperCase()}`),
    paise: tax,
    role,
  }))
  return totalled({ ...bill, entries: [...lines, ...taxes, ...more] })
}

function totalled(voucher: Voucher): Voucher {
  const sum = [...voucher.entries, ...voucher.items].reduce((all, { paise }) => all + paise, 0)
  return {
    ...voucher,
    entries: [{ ledger: bill.party, paise: -sum, isParty: true }, ...voucher.entries],
  }
}

function item(changes: Partial<ItemLine> = {}): ItemLine {
  return {
    item: 'OIL-1L',
    ledger: ours('Purchase 5%'),
    paise: 100_000,
    billedQty: 10,
    actualQty: 10,
    unit: 'Pouch',
    godown: ours('Stores'),
    batch: '',
    hsn: '',
    gstPercent: 5,
    ...changes,
  }
}

function byItems(items: ItemLine[], tax: number, more: Voucher['entries'] = []): Voucher {
  const { entries } = billOf([], tax, more)
  return totalled({ ...bill, kind: 'purchase_items', items, entries: entries.slice(1) })
}

describe('taxes', () => {
  test('at one rate are those on the paper, also where they are a little off', async () => {
    const doc = await entered(billOf([[5, 100_000]], 2_510))
    expect(doc).toMatchObject({ grand_total: 1050.2, taxes: [{ tax_amount: 25.1 }, {}] })
  })

  test('at several rates are worked out there, and what that leaves is rounded off', async () => {
    const goods = [
      [5, 100_000],
      [18, 9_999],
    ] as const
    const withItems = await booksOf(erpnext, { goodsItem: 'Purchases {rate}%' })
    for (const rate of [5, 18]) {
      erpnext.person.types('Item', {
        item_code: `Purchases ${rate}%`,
        stock_uom: 'Nos',
        disabled: 0,
      })
    }
    // 25.00 and 8.9991 are printed as 34.02 each.
    const doc = await entered(billOf(goods, 3_402), withItems)
    expect(doc).toMatchObject({
      grand_total: 1168.03,
      items: [{ item_code: 'Purchases 5%' }, { item_code: 'Purchases 18%' }],
      taxes: [
        { tax_amount: 34 },
        { tax_amount: 34 },
        { tax_amount: 0.04, account_head: ours('Round Off') },
      ],
    })
  })

  test('at several rates need items, and say so', async () => {
    const goods = [
      [5, 100_000],
      [18, 10_000],
    ] as const
    expect(await books.check(billOf(goods, 3_400))).toMatchObject([
      { code: 'gst_mismatch', field: 'gst_rate', message: expect.stringContaining('--goods-item') },
    ])
  })

  test('of lines that print no rate are by that of the item', async () => {
    const { gstPercent: _rate, ...unsaid } = item()
    const doc = await entered(byItems([unsaid], 2_500))
    expect(doc).toMatchObject({ items: [{ item_tax_template: 'GST 5% - KGS' }] })
  })

  test('that no rate explains keep a bill out', async () => {
    expect(await books.check(billOf([[5, 100_000]], 9_000))).toMatchObject([
      { code: 'gst_mismatch', field: 'cgst' },
    ])
  })

  test('of a rate without a template say which is missing', async () => {
    expect(await books.check(billOf([[3, 100_000]], 1_500))).toContainEqual(
      expect.objectContaining({ code: 'gst_mismatch', field: 'item_tax_template:3' }),
    )
  })

  test('on freight make it a line of its own, and a discount before them one on the net total', async () => {
    const freight = { ledger: ours('Freight'), paise: 10_000, role: 'beside' } as const
    expect(await entered(billOf([[5, 100_000]], 2_750, [freight]))).toMatchObject({
      grand_total: 1155,
      items: [{ rate: 1000 }, { rate: 100, expense_account: ours('Freight') }],
    })
  })

  test('stand above what is not taxed', async () => {
    const freight = { ledger: ours('Freight'), paise: 10_000, role: 'beside' } as const
    expect(await entered(billOf([[5, 100_000]], 2_500, [freight]))).toMatchObject({
      grand_total: 1150,
      items: [{ rate: 1000 }],
      taxes: [{}, {}, { account_head: ours('Freight'), tax_amount: 100 }],
    })
  })
})

describe('goods', () => {
  test('whose price has more decimals than ERPNext keeps are two lines', async () => {
    const doc = await entered(byItems([item({ paise: 10_000, billedQty: 7, actualQty: 7 })], 250))
    expect(doc).toMatchObject({
      items: [
        { qty: 6, rate: 14.28 },
        { qty: 1, rate: 14.32 },
      ],
    })
  })

  test('come to the paisa by any weight and price', async () => {
    for (const [paise, billedQty] of [
      [150, 100],
      [10_001, 33.25],
      [99_999, 0.333],
      [101, 300],
    ] as const) {
      const doc = await entered(
        byItems([item({ paise, billedQty, actualQty: billedQty })], Math.round(paise / 40)),
      )
      erpnext.person.deletes('Purchase Invoice', String(doc?.['name']))
    }
  })

  test('below zero wait', async () => {
    const back = byItems([item(), item({ item: 'SOAP', unit: 'Nos', paise: -10_000 })], 2_250)
    expect(await books.check(back)).toContainEqual(
      expect.objectContaining({ code: 'other', field: 'line_items' }),
    )
  })

  test('that are free are a line without a price; a batch is named where it is known', async () => {
    erpnext.person.types('Batch', { name: 'B7' })
    const doc = await entered(byItems([item({ actualQty: 12, batch: 'B9', hsn: '1512' })], 2_500))
    expect(doc).toMatchObject({
      update_stock: 1,
      items: [
        { qty: 10, rate: 100, description: 'OIL-1L, batch B9', gst_hsn_code: '1512' },
        { qty: 2, rate: 0, is_free_item: 1 },
      ],
    })
  })

  test('that are no goods there, nor a unit or a warehouse, are named, each', async () => {
    const gone = item({ item: 'GONE', unit: 'Crate', godown: 'Nowhere' })
    const codes = (await books.check(byItems([gone], 2_500))).map(({ code }) => code)
    expect(codes).toEqual(['item_missing', 'unit_missing', 'godown_missing'])
  })

  test('are booked to accounts that are open', async () => {
    const closed = { ...bill, entries: bill.entries.map((entry) => ({ ...entry })) }
    for (const entry of closed.entries) if (entry.role === 'goods') entry.ledger = ours('Closed')
    expect(await books.check(closed)).toMatchObject([
      { code: 'ledger_missing', field: `master:${ours('Closed')}` },
    ])
  })
})

describe('a bill', () => {
  test('of a GSTIN that its seller has no address for waits', async () => {
    const other = { ...bill, tax: { ...bill.tax, partyGstin: '27AAPFU0939F1ZV' } }
    expect(await books.check(other)).toMatchObject([{ code: 'gst_mismatch', field: 'gstin' }])
  })

  test('outside of all fiscal years waits', async () => {
    expect(await books.check({ ...bill, date: '2031-01-01' })).toMatchObject([
      { code: 'date_out_of_period', field: 'date' },
    ])
  })

  test('is taken as it is printed by a site without India Compliance', async () => {
    erpnext.behaviours.hasIndiaCompliance = false
    const doc = await entered(
      billOf(
        [
          [5, 100_000],
          [18, 10_000],
        ],
        9_000,
      ),
    )
    expect(doc).toMatchObject({ grand_total: 1280 })
  })

  test('that is entered otherwise is told to the paisa', async () => {
    await entered(bill)
    const [name] = erpnext.docs('Purchase Invoice').map((doc) => String(doc['name']))
    erpnext.person.edits('Purchase Invoice', name ?? '', { disable_rounded_total: 0 })
    erpnext.person.edits('Purchase Invoice', name ?? '', { posting_date: '2026-08-05' })
    const [found] = await books.withKey(key, bill.date, 'near')
    expect(found && books.differences(bill, found)).toEqual([
      'It is dated 2026-08-05 there instead of 2026-08-04.',
    ])
    const more = {
      ...bill,
      entries: bill.entries.map((entry) => ({ ...entry, paise: entry.paise * 2 })),
    }
    expect(found && books.differences(more, found)).toContain(
      'The total is ₹1050.00 there instead of ₹2100.00.',
    )
  })
})
