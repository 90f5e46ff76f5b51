import { describe, expect, test } from 'bun:test'
import { callWords } from '../../../src/console/web/pages/integrations/call-words.ts'
import { csharpSamples } from '../../../src/console/web/pages/integrations/samples/csharp.ts'
import { curlSamples } from '../../../src/console/web/pages/integrations/samples/curl.ts'
import { powershellSamples } from '../../../src/console/web/pages/integrations/samples/powershell.ts'
import { pythonSamples } from '../../../src/console/web/pages/integrations/samples/python.ts'
import { tasksOf } from '../../../src/console/web/pages/integrations/samples/tasks.ts'
import { vbaSamples } from '../../../src/console/web/pages/integrations/samples/vba.ts'

const base = 'http://shop.local:3292/storefront/api/public/v1/'
const languages = { curlSamples, powershellSamples, pythonSamples, csharpSamples, vbaSamples }
const tasks = ['documents', 'orders', 'products', 'stock'] as const

describe('code to begin with', () => {
  test.each(Object.entries(languages))(
    '%s has the address and a place for the key',
    (_, samples) => {
      for (const task of tasks) {
        const code = samples[task](base)
        expect(code).toContain(base)
        expect(code.split('PASTE_YOUR_KEY_HERE').length - 1).toBeGreaterThan(0)
        expect(code).not.toContain('undefined')
      }
    },
  )

  test('marks documents and the lines of orders after they were fetched', () => {
    for (const samples of Object.values(languages)) {
      const [documents, orders] = [samples.documents(base), samples.orders(base)]
      expect(documents.indexOf('scans/mark-synced')).toBeGreaterThan(
        documents.indexOf('scans/unsynced'),
      )
      expect(orders.indexOf('orders/sync')).toBeGreaterThan(orders.indexOf('orders/unsynced'))
      // Marking all lines would also mark those that were never handed over.
      expect(orders).toContain('order_item_ids')
      expect(orders).not.toContain('all_items')
    }
  })

  test('sends JSON that a terminal hands on as it is', () => {
    const [, body = ''] = /-d "(.*)" "/.exec(curlSamples.stock(base)) ?? []
    expect(JSON.parse(body.replaceAll(String.raw`\"`, '"'))).toEqual({
      updates: [{ sku: 'YOUR-SKU', stock_quantity: 12 }],
    })
  })

  test('is offered for what the key may do', () => {
    expect(named({ service: 'scan-export', scopes: [] })).toEqual(['documents'])
    expect(named({ service: 'storefront', scopes: ['orders:read', 'orders:write'] })).toEqual([
      'orders',
    ])
    expect(named({ service: 'storefront', scopes: ['storefront:read', 'products:write'] })).toEqual(
      ['products', 'stock'],
    )
    expect(named({ service: 'storefront', scopes: ['orders:create'] })).toEqual([])
  })
})

function named(shown: Parameters<typeof tasksOf>[0]) {
  return tasksOf(shown).map(({ task }) => task)
}

describe('what a call was for', () => {
  const root = '/storefront/api/public/v1/'
  test.each([
    ['GET', `${root}orders/unsynced`, 'Fetch waiting orders'],
    ['POST', `${root}orders/019a/status`, 'Move an order on'],
    ['GET', `${root}products/basmati-rice`, 'Read a product'],
    ['GET', '/api/public/v1/scans/unsynced/', 'Fetch waiting documents'],
    ['DELETE', `${root}orders`, 'Another call'],
    ['GET', '/elsewhere', 'Another call'],
  ])('%s %s', (method, path, words) => {
    expect(callWords({ method, path })).toBe(words)
  })
})
