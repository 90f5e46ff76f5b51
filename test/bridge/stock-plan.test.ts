import { describe, expect, test } from 'bun:test'
import type { StockInBooks } from '../../src/bridge/books.ts'
import { type StockChoice, StockPlan } from '../../src/bridge/stock/plan.ts'
import { readStock } from '../../src/bridge/tally/masters.ts'

/** As Tally answers it, with these fields. */
async function readItem(fields: string): Promise<StockInBooks | undefined> {
  const row = `<STOCKITEM NAME="Oil"><BASEUNITS>Nos</BASEUNITS>${fields}</STOCKITEM>`
  const answer = `<ENVELOPE><COLLECTION>${row}</COLLECTION></ENVELOPE>`
  const transport = { readPieces: () => piecesOf(answer) }
  const period = { from: '2026-04-01', to: '2026-11-23' }
  return (await Array.fromAsync(readStock(transport, 'Shop', period)))[0]
}

async function* piecesOf(answer: string): AsyncGenerator<string> {
  yield await Promise.resolve(answer)
}

function levelXml(name: string, rows: string): string {
  return `<FULLPRICELIST.LIST><DATE>20260401</DATE><PRICELEVEL>${name}</PRICELEVEL>${rows}</FULLPRICELIST.LIST>`
}

function slabXml(start: string, rate: string): string {
  return `<PRICELEVELLIST.LIST><STARTINGFROM>${start}</STARTINGFROM><RATE>${rate}</RATE><DISCOUNT> 5</DISCOUNT></PRICELEVELLIST.LIST>`
}

function item(more: Partial<StockInBooks>): StockInBooks {
  return { name: 'Item', aliases: [], partNo: '', quantity: 5, prices: [], ...more }
}

describe('a stock item of Tally', () => {
  test.each([
    ['80 Nos', 80],
    [' -5.5 Nos', -5.5],
    ['1,200 Nos', 1200],
    ['80 Nos = 8 Box', 80],
    ['2 Box 5 Nos', undefined],
    ['2 Box', undefined],
    ['', 'blank'],
  ] as const)('of which there are “%s”', async (text, quantity) => {
    const read = await readItem(`<CLOSINGBALANCE>${text}</CLOSINGBALANCE>`)
    expect(read).toMatchObject({ name: 'Oil', quantity, prices: [] })
  })

  test('has prices for its own unit, of the smallest quantity', async () => {
    const read = await readItem(
      levelXml('Web', slabXml('', '1,120.50/Nos') + slabXml('10 Nos', '99.00/Nos')) +
        levelXml('Box', slabXml('', '999.00/Box')) +
        levelXml('None', '') +
        '<STANDARDPRICELIST.LIST><DATE>20250401</DATE><RATE>130.00/Nos</RATE></STANDARDPRICELIST.LIST>',
    )
    expect(read?.prices).toEqual([
      { level: '', from: '2025-04-01', rupees: 130, discount: 0 },
      { level: 'Web', from: '2026-04-01', rupees: 1120.5, discount: 5 },
    ])
  })
})

describe('what the storefront is told', () => {
  const articles = new Map([
    ['A', { quantity: 1, price: 100 }],
    ['B', { quantity: 1, price: 100 }],
  ])

  const plan = (by: StockChoice, ...items: StockInBooks[]) => {
    const made = new StockPlan(by, articles, '2026-11-23')
    for (const one of items) made.take(one)
    return { updates: made.updates(), unknown: made.unknown, unclear: made.unclear }
  }

  test('by the name, an alias or the part number', () => {
    const quantity = [{ sku: 'A', quantity: 5 }]
    expect(plan({ sku: 'name' }, item({ name: 'A' })).updates).toEqual(quantity)
    expect(plan({ sku: 'alias' }, item({ aliases: ['x', ' A '] })).updates).toEqual(quantity)
    expect(plan({ sku: 'part-number' }, item({ partNo: 'A' })).updates).toEqual(quantity)
    expect(plan({ sku: 'part-number' }, item({ name: 'A' })).unknown).toEqual(['A'])
  })

  test('not of an SKU that two items have, nor of an item with two', () => {
    const twice = [item({ name: 'One', partNo: 'A' }), item({ name: 'Two', partNo: 'A' })]
    expect(plan({ sku: 'part-number' }, ...twice)).toMatchObject({
      updates: [],
      unclear: ['One', 'Two'],
    })
    const both = item({ aliases: ['A', 'B'] })
    expect(plan({ sku: 'alias' }, both)).toMatchObject({ updates: [], unclear: ['Item'] })
  })

  test('whole pieces; none where nothing was said; below none as it is', () => {
    const of = (quantity: StockInBooks['quantity']) =>
      plan({ sku: 'name' }, item({ name: 'A', quantity })).updates[0]?.quantity
    expect(of(10.75)).toBe(10)
    expect(of('blank')).toBe(0)
    expect(of(-2)).toBe(-2)
    expect(plan({ sku: 'name' }, item({ name: 'A', quantity: undefined }))).toMatchObject({
      updates: [],
      unclear: ['A'],
    })
  })

  const web = { level: 'web', from: '2026-04-01', rupees: 99.99, discount: 10 }

  test('with the discount of the price level, to the paisa', () => {
    const by = { sku: 'name', price: { level: 'Web', hasGst: true } } as const
    const [update] = plan(by, item({ name: 'A', prices: [web] })).updates
    expect(update).toEqual({ sku: 'A', quantity: 5, price: 8999 })
  })

  test('at the standard price, where that was chosen', () => {
    const by = { sku: 'name', price: { level: '', hasGst: true } } as const
    const standard = { level: '', from: '', rupees: 42, discount: 0 }
    const [update] = plan(by, item({ name: 'A', prices: [web, standard] })).updates
    expect(update).toMatchObject({ price: 4200 })
  })

  test('no price without GST whose rate nobody knows', () => {
    const by = { sku: 'name', price: { level: 'Web', hasGst: false } } as const
    expect(plan(by, item({ name: 'A', prices: [web] }))).toEqual({
      updates: [{ sku: 'A', quantity: 5 }],
      unknown: [],
      unclear: ['A'],
    })
  })
})
