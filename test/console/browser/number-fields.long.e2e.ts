import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openConsole } from './console.ts'
import { allSteps, ids, itemsOf, typed } from './number-steps.ts'
import { expectFocus, expectSoon, expectValue, openPage, waitForPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

type Named = { id: string; sku: string }

// Else it is not asked how many documents are read at once.
const daybook = untilEnd(await openConsole({ isReading: true }))
const shirt = { sku: 'SHIRT-M', size: 'M', color: 'Blue', mrp: 500, sale_price: 0 }
const products = [
  // A selling price is never above the MRP.
  { sku: 'TEA', name: 'Assam Tea', mrp: 500, sale_price: 0, gst_pct: 5, stock_quantity: 40 },
  { sku: 'SHIRT', name: 'Shirt', mrp: 500, sale_price: 0, gst_pct: 5, variants: [shirt] },
  ...Array.from({ length: 60 }, (_, at) => ({ sku: `BULK-${at}`, name: `Bulk ${at}`, mrp: 10 })),
]
const scan = {
  user: 'asha@sharma.example',
  category: 'vendor_invoice',
  filename: 'read.pdf',
  raw: { invoice_metadata: { 'Bill No.': 'B-1' }, line_items: [] },
}
const item = { product_name: 'Assam Tea', quantity: 9, unit_price: 180, gst_pct: 5, hsn: '0902' }
const order = { order_no: 'TEA-1', shipping_state: 'Kerala', status: 'delivered', items: [item] }
await importInto('products', products)
// Of a reader: credits are counted from then on.
await importInto('scans', [scan])
await importInto('orders', [order])
await lookUpIds()

async function lookUpIds(): Promise<void> {
  const { page, close } = await daybook.visitSignedIn()
  for (const { id, sku } of await itemsOf<Named>(page, 'products?size=200')) ids.set(sku, id)
  const headers = { origin: daybook.url }
  const seller = { address: '1 Market Yard', state: 'Kerala' }
  await page.request.post('/console/api/settings/invoices', { headers, data: { seller } })
  const [sold] = await itemsOf<Named>(page, 'orders')
  ids.set('order', sold?.id ?? '')
  await openPage(page, `/orders/${ids.get('order')}`, 'Order TEA-1')
  await page.getByRole('button', { name: 'Make the invoice…', exact: true }).click()
  await page.getByRole('button', { name: 'Make the invoice', exact: true }).click()
  await waitForPage(page, /^Invoice INV/)
  await close()
}

async function importInto(kind: string, records: readonly object[]): Promise<void> {
  const file = join(daybook.dir, `${kind}.jsonl`)
  await Bun.write(file, records.map((record) => JSON.stringify(record)).join('\n'))
  await daybook.run(['import', kind, file])
}

/** What a page sends that changes something. */
function changesOf(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const isAsked = /\/(?:quote|labels)$/.test(request.url())
    if (request.method() === 'POST' && !isAsked) sent.push(request.url())
  })
  return sent
}

describe('a number', () => {
  test.each(allSteps)(
    'that is typed as %s is saved as it says, or refused',
    async (_, { open, send, saved, understood }) => {
      const page = await daybook.signedInPage()
      const sent = changesOf(page)
      let input = await open(page)
      for (const text of typed) {
        await input.fill(text)
        const before = sent.length
        await send(page, input)
        if (text in understood) {
          await expectSoon(() => saved(page), understood[text])
          input = await open(page)
          continue
        }
        await expectSoon(() => input.getAttribute('aria-invalid'), 'true')
        await expectFocus(input)
        await expectValue(input, text)
        expect([text, sent.slice(before)]).toEqual([text, []])
      }
    },
  )
})
