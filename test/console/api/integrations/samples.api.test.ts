import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { curlSamples } from '../../../../src/console/pages/integrations/samples/curl.ts'
import { pythonSamples } from '../../../../src/console/pages/integrations/samples/python.ts'
import type { Task } from '../../../../src/console/pages/integrations/samples/tasks.ts'
import { addMember, api } from '../../../support/member.ts'
import { addProduct } from '../../../support/orders.ts'
import { itemsOf, openShop } from '../../../support/shop.ts'

/** The code that the page of an integration offers, run as somebody would who copies it. */

/** Programs start slowly on a busy machine; in milliseconds. */
const runLimitMs = 120_000

const placeholder = 'PASTE_YOUR_KEY_HERE'
const python = Bun.which('python3')
const shell = Bun.which('sh')
const curl = Bun.which('curl')

setDefaultTimeout(runLimitMs)

const shop = await openShop()
const member = await addMember(shop)
const folder = mkdtempSync(join(tmpdir(), 'daybook-samples-'))
await addProduct(shop.database, { sku: 'YOUR-SKU', slug: 'rice', stockQuantity: 100 })

afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

function codeOf(samples: typeof curlSamples, task: Task): string {
  const service = task === 'documents' ? 'scan-export' : 'storefront'
  const key = service === 'scan-export' ? member.key : shop.keys.storefront
  return samples[task](`${shop.url}/${service}${api}/`).replaceAll(placeholder, key)
}

async function run(command: string[]): Promise<string> {
  const process = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe', cwd: folder })
  const [output, problems] = await Promise.all([process.stdout.text(), process.stderr.text()])
  return (await process.exited) === 0 ? output : problems
}

async function runPython(task: Task): Promise<string> {
  const file = join(folder, `${task}.py`)
  writeFileSync(file, codeOf(pythonSamples, task))
  return await run([python ?? '', file])
}

async function runCurl(task: Task, ids: Record<string, string> = {}): Promise<string[]> {
  const code = Object.entries(ids).reduce(
    (text, [name, id]) => text.replaceAll(name, id),
    codeOf(curlSamples, task),
  )
  const answers: string[] = []
  for (const line of code.split('\n\n')) answers.push(await run([shell ?? '', '-c', line]))
  return answers
}

async function waitingOrders(): Promise<unknown> {
  return (await shop.store('GET', `${api}/orders/unsynced`)).json['waiting']
}

describe.if(python !== null)('code in Python', () => {
  test('fetches every document, page after page, and leaves nothing', async () => {
    for (let i = 0; i < 60; i++) {
      await member.addScan({ metadata: { 'Invoice No': `P-${i}` }, filename: `दुकान-${i}.pdf` })
    }
    const output = await runPython('documents')
    expect(output.trim().split('\n')).toHaveLength(60)
    expect((await member.unsynced()).json['waiting']).toBe(0)
    expect((await runPython('documents')).trim()).toBe('')
  })

  test('places an order once, however often it is sent', async () => {
    const first = await runPython('order')
    expect(first).toContain('450')
    expect(await runPython('order')).toBe(first)
    expect(await waitingOrders()).toBe(1)
  })

  test('fetches every order, and leaves nothing', async () => {
    const body = { customer_name: 'ॐ "Om"', items: [{ sku: 'YOUR-SKU', quantity: 1 }] }
    for (let i = 0; i < 52; i++) {
      expect((await shop.store('POST', `${api}/orders`, { body })).status).toBe(201)
    }
    expect((await runPython('orders')).trim().split('\n')).toHaveLength(53)
    expect(await waitingOrders()).toBe(0)
  })

  test('reads products, sends them and sets stock', async () => {
    expect(await runPython('products')).toContain('rice Basmati Rice 5 kg 450')
    expect(await runPython('bulk')).toBe('YOUR-SKU updated \n')
    expect(await runPython('stock')).toBe('YOUR-SKU updated \n')
    const { json } = await shop.store('GET', `${api}/products/rice`)
    expect(json['data']).toMatchObject({ sale_price: 575.5, stock_quantity: 12 })
  })

  test('shows what Daybook says when it refuses', async () => {
    const file = join(folder, 'refused.py')
    writeFileSync(file, codeOf(pythonSamples, 'stock').replaceAll('YOUR-SKU', ''))
    expect(await run([python ?? '', file])).toContain('error sku must be text')
    writeFileSync(file, codeOf(pythonSamples, 'stock').replace(/KEY = ".*"/, 'KEY = "wrong"'))
    expect(await run([python ?? '', file])).toStartWith('401: {"error"')
  })
})

describe('code in VBA', () => {
  test('sends numbers in a way that Daybook reads', async () => {
    const raw = '{"updates":[{"sku":"YOUR-SKU","stock_quantity":12.00}]}'
    const stock = await shop.store('POST', `${api}/products/stock`, { raw })
    expect(stock.text).toContain('"status":"updated"')
    const order = String.raw`{"customer_name":"\u0936","items":[{"sku":"YOUR-SKU","quantity":1.00}]}`
    const placed = await shop.store('POST', `${api}/orders`, { raw: order })
    expect(placed.json).toMatchObject({ customer_name: 'श' })
  })
})

describe.if(curl !== null && shell !== null)('code for curl', () => {
  test('fetches documents and marks one', async () => {
    const id = await member.addScan()
    const [list = '', marked] = await runCurl('documents', { ID_OF_A_DOCUMENT: id })
    expect(list).toContain(id)
    expect(marked).toContain('"updated":1')
  })

  test('places an order, fetches it and marks its line', async () => {
    const body = { customer_name: 'Om', items: [{ sku: 'YOUR-SKU', quantity: 1 }] }
    const placed = await shop.store('POST', `${api}/orders`, { body })
    const [line] = itemsOf(placed)
    const ids = { ID_OF_AN_ORDER: String(placed.json['id']), ID_OF_A_LINE: String(line?.['id']) }
    const [list = '', marked] = await runCurl('orders', ids)
    expect(list).toContain(ids.ID_OF_AN_ORDER)
    expect(marked).toContain('"items_marked":1')
    expect((await runCurl('order')).join('')).toContain('"order_no"')
  })

  test('reads products, sends them and sets stock', async () => {
    expect((await runCurl('products')).join('')).toContain('"slug":"rice"')
    expect((await runCurl('bulk')).join('')).toContain('"status":"updated"')
    expect((await runCurl('stock')).join('')).toContain('"status":"updated"')
  })
})
