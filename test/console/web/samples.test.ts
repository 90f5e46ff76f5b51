import { describe, expect, test } from 'bun:test'
import {
  callWords,
  failureWords,
  resultWords,
} from '../../../src/console/pages/integrations/results.tsx'
import { csharpSamples } from '../../../src/console/pages/integrations/samples/csharp.ts'
import { curlSamples } from '../../../src/console/pages/integrations/samples/curl.ts'
import { powershellSamples } from '../../../src/console/pages/integrations/samples/powershell.ts'
import { pythonSamples } from '../../../src/console/pages/integrations/samples/python.ts'
import { taskNames, tasksOf } from '../../../src/console/pages/integrations/samples/tasks.ts'
import { vbaSamples } from '../../../src/console/pages/integrations/samples/vba.ts'

const base = 'http://shop.local:3292/storefront/api/public/v1/'
const languages = { curlSamples, powershellSamples, pythonSamples, csharpSamples, vbaSamples }

describe('code to begin with', () => {
  test.each(Object.entries(languages))(
    '%s has the address and a place for the key',
    (_, samples) => {
      for (const task of taskNames) {
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
      ['products', 'bulk', 'stock'],
    )
    expect(named({ service: 'storefront', scopes: ['orders:create'] })).toEqual(['order'])
    // Whoever fetches without marking would be handed the same orders for ever.
    expect(named({ service: 'storefront', scopes: ['orders:read'] })).toEqual([])
  })
})

describe('code in PowerShell', () => {
  test('turns on TLS 1.2 for a secure address alone', () => {
    expect(powershellSamples.order(base)).not.toContain('Tls12')
    expect(powershellSamples.order(base.replace('http:', 'https:'))).toContain('Tls12')
  })

  test('stops where PowerShell hands an answer on as text: it would take it for an empty list', () => {
    for (const task of ['documents', 'orders', 'products'] as const) {
      const code = powershellSamples[task](base)
      const [asked = -1, told = -1, handedOn = -1] = [
        '$answer = Invoke-RestMethod',
        'if ($answer -is [string]) { throw',
        '\n    $answer\n}',
      ].map((part) => code.indexOf(part))
      expect([asked > 0, told > asked, handedOn > told]).toEqual([true, true, true])
      // Nothing is fetched by any other way.
      expect(code.split('Invoke-RestMethod').length - 1).toBe(2)
    }
  })

  test('sends bodies as UTF-8, and stops at the first refusal', () => {
    for (const task of taskNames) {
      const code = powershellSamples[task](base)
      expect(code).toContain('[Text.Encoding]::UTF8.GetBytes')
      expect(code).toContain('$ErrorActionPreference = "Stop"')
    }
  })
})

describe('code in VBA', () => {
  test('has every function that it calls once, and keeps its backslashes', () => {
    for (const task of taskNames) {
      const code = vbaSamples[task](base)
      const names = [...code.matchAll(/^(?:Sub|Function) (\w+)/gm)].map(([, name]) => name)
      expect(new Set(names).size).toBe(names.length)
      const called = [...code.matchAll(/\b(\w+)\(/g)].flatMap(([, name]) => name ?? [])
      const ours = ['CallDaybook', 'FieldOf', 'RowOf', 'CanSave', 'LineIds', 'LastRow', 'TextOf']
      for (const name of [...ours, 'NumberOf', 'Quoted']) {
        if (called.includes(name)) expect(names).toContain(name)
      }
      expect(code).toContain(String.raw`"\\", Chr(1)`)
      expect(code).not.toMatch(/[^\x20-\x7e\n]/)
    }
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

describe('how a call ended', () => {
  test('says so when some of its rows were refused', () => {
    expect(resultWords({ status: 200, rows: 2, refusedRows: 0 })).toBe('200 Done')
    expect(resultWords({ status: 200, rows: 1, refusedRows: 1 })).toBe(
      '200 Done, 1 of 1 row refused',
    )
    expect(resultWords({ status: 200, rows: 5000, refusedRows: 2 })).toBe(
      '200 Done, 2 of 5,000 rows refused',
    )
    expect(resultWords({ status: 409, rows: 0, refusedRows: 0 })).toBe('409 Conflict')
  })

  test.each([
    [0, 0, 0, '–'],
    [8, 0, 0, 'all 8 went well'],
    [1, 0, 0, '1 went well'],
    [8, 3, 0, '3 of 8 failed'],
    [8, 1, 1, '1 of 8 with refused rows'],
    [8, 3, 1, '3 of 8 failed (1 with refused rows)'],
  ])('of %i calls, %i failed, %i in part', (calls, failedCalls, partlyRefusedCalls, words) => {
    expect(failureWords({ calls, failedCalls, partlyRefusedCalls })).toBe(words)
  })
})
