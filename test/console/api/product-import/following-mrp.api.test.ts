import { describe, expect, test } from 'bun:test'
import { isJsonObject, type JsonObject } from '../../../../src/platform/json/json.ts'
import { ownersShop } from '../browser.ts'

const { owner } = await ownersShop()

type Sent = { columns: string[]; rows: string[][] }

async function send({ columns, rows }: Sent): Promise<JsonObject[]> {
  const answer = await owner.post('/product-import', { columns, rows, dryRun: false })
  expect(answer.status).toBe(200)
  const { results } = answer.json
  return Array.isArray(results) ? results.filter(isJsonObject) : []
}

describe('a file without MRPs', () => {
  test('raises the MRP with the price where it was only taken from it, and says so', async () => {
    const columns = ['sku', 'name', 'variant_of', 'sale_price', 'mrp']
    await send({
      columns,
      rows: [
        ['OIL', 'Oil', '', '100', ''],
        ['OIL-1', '', 'OIL', '100', ''],
      ],
    })
    const prices = ['sku', 'sale_price']
    const raised = await send({
      columns: prices,
      rows: [
        ['OIL', '90'],
        ['OIL', '110'],
      ],
    })
    expect(raised.map(({ warnings }) => warnings)).toEqual([
      ['The MRP was the selling price, and is ₹90.00 with it.'],
      ['The MRP was the selling price, and is ₹110.00 with it.'],
    ])
    expect(await send({ columns: prices, rows: [['OIL-1', '130']] })).toMatchObject([
      { outcome: 'changed', warnings: [expect.stringContaining('is ₹130.00 with it.')] },
    ])
  })

  test('keeps to an MRP that somebody gave, be it the price itself', async () => {
    const prices = ['sku', 'sale_price']
    await send({
      columns: ['sku', 'name', ...prices.slice(1), 'mrp'],
      rows: [['OWN', 'Own', '9', '12']],
    })
    expect(await send({ columns: prices, rows: [['OWN', '13']] })).toMatchObject([
      { outcome: 'refused', reasons: [expect.stringContaining('above the MRP ₹12.00')] },
    ])
    await send({ columns: [...prices, 'mrp'], rows: [['OWN', '11', '11']] })
    expect(await send({ columns: prices, rows: [['OWN', '13']] })).toMatchObject([
      { outcome: 'refused', reasons: [expect.stringContaining('above the MRP ₹11.00')] },
    ])
  })
})
