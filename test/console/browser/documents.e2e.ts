import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { png } from '../../support/pictures.ts'
import { member, openConsole } from './console.ts'
import { expectInAddress, expectValue, follow, openPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`

const bill = (number: string) => ({
  invoice_metadata: { 'Bill No.': number, Dated: '05-Nov-26', Supplier: 'ACME TRADERS' },
  line_items: [{ Particulars: 'Basmati Rice 5 kg', Qty: '2 Nos', Amount: '₹1,900.00' }],
})
const days = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString()
const scans = [
  { filename: 'first.pdf', created_at: days(3), raw: bill('A-41') },
  { filename: 'twin.pdf', created_at: days(2), raw: bill('A-41') },
  {
    filename: 'blurred.jpg',
    created_at: days(1),
    status: 'failed',
    failure_reason: 'Too dark.',
    file: 'blurred.png',
  },
].map((scan) => ({ user: member.email, category: 'vendor_invoice', ...scan }))

const daybook = untilEnd(await openConsole({ withMember: true }))
const input = ['--user', member.email, '--service', 'scan-export', '--name', 'Tally', '--json']
const { key }: { key: string } = JSON.parse(await daybook.run(['key', 'create', ...input]))
const file = join(daybook.dir, 'scans.jsonl')
await Bun.write(file, scans.map((scan) => JSON.stringify(scan)).join('\n'))
await Bun.write(join(daybook.dir, 'blurred.png'), png(40, 40, 1))
await daybook.run(['import', 'scans', file])
const names = join(daybook.dir, 'names.jsonl')
await Bun.write(names, '{"name":"Toor Dal 1 kg"}')
await daybook.run(['import', 'product-names', names])

describe('documents', () => {
  test('are dropped, typed in beside the file, fetched and delivered', async () => {
    const page = await daybook.signedInPage({}, member)
    await openPage(page, '/documents', 'Documents')
    await page.getByRole('button', { name: 'Add documents', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles([
      { name: 'order.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) },
      { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<!doctype html>') },
    ])
    await dialog.getByText('Purchase order', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Add 2 documents', exact: true }).click()
    await dialog.getByText('1 of 2 added, 1 not.').waitFor()
    await dialog.getByText('page.html is a web page').waitFor()
    await follow(dialog.getByRole('link', { name: 'order.pdf', exact: true }), 'order.pdf')

    await page.getByText('It is to be typed in').waitFor()
    await page.getByRole('img', { name: 'order.pdf', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Type it in', exact: true }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Type in at least one field.').waitFor()
    await page.getByLabel('Order number', { exact: true }).fill('PO-9')
    await page.getByLabel('Seller', { exact: true }).fill('Acme Traders')
    await page.getByLabel('Order date', { exact: true }).fill(days(1).slice(0, 10))
    await page.getByLabel('Total', { exact: true }).fill('1,200')
    await page.getByLabel('Rate of line 1', { exact: true }).fill('100')
    await page.getByLabel('Item of line 1', { exact: true }).fill('Toor Dal 1 kg')
    await page.getByLabel('Quantity of line 1', { exact: true }).fill('12 Nos')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('typed in by hand').waitFor()
    const lines = page.getByRole('table', { name: 'Lines', exact: true })
    await lines.getByRole('columnheader', { name: 'Item' }).waitFor()
    const read = page.getByRole('table', { name: 'Head of the document' })
    await read.getByText('Order number').first().waitFor()
    expect(await read.getByText('po_no').count()).toBe(0)
    await page.getByRole('switch', { name: 'Names that programs get' }).press('Space')
    await read.getByText('po_no').first().waitFor()

    const fetched = await call('GET', '/scans/unsynced?category=purchase_order')
    const { items }: { items: { id: string; data: unknown }[] } = JSON.parse(fetched)
    expect(items).toMatchObject([
      {
        data: {
          invoice_metadata: { po_no: 'PO-9' },
          line_items: [{ description: 'Toor Dal 1 kg', qty: 12 }],
        },
      },
    ])
    await call('POST', '/scans/mark-synced', { ids: [items[0]?.id], source: 'Tally Prime' })
    await page.reload()
    await page.getByText('Delivered', { exact: true }).first().waitFor()
    await page.getByText('Tally Prime').waitFor()
    expect(await page.getByRole('button', { name: 'Put it back…', exact: true }).count()).toBe(0)
  })

  test('are pasted: a copied picture by Ctrl+V, and a file', async () => {
    const page = await daybook.signedInPage({}, member)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await openPage(page, '/documents', 'Documents')
    await page.evaluate(
      async (bytes) => {
        const picture = new Blob([new Uint8Array(bytes)], { type: 'image/png' })
        await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })])
      },
      [...png(40, 60, 1)],
    )
    await page.keyboard.press('Control+V')
    const dialog = page.getByRole('dialog', { name: 'Add documents' })
    await dialog.getByText('image.png').waitFor()
    // No page may copy a PDF: this is what the browser tells of one that was copied in the files.
    await page.evaluate((text) => {
      const copied = new DataTransfer()
      copied.items.add(new File([text], 'pasted.pdf', { type: 'application/pdf' }))
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: copied }))
    }, pdf)
    await dialog.getByRole('button', { name: 'Add 2 documents', exact: true }).click()
    await dialog.getByText('2 of 2 added.').waitFor()
  })

  test('are found by what they say and how they stand, and the address keeps it', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/documents', 'Documents')
    await page.getByRole('link', { name: 'first.pdf', exact: true }).waitFor()
    await page.getByLabel('File, number, name or product', { exact: true }).fill('blurr')
    await expectInAddress(page, 'search', 'blurr')
    await page.getByRole('link', { name: 'first.pdf', exact: true }).waitFor({ state: 'detached' })
    await page.getByLabel('Clear', { exact: true }).click()
    await page.getByRole('link', { name: 'first.pdf', exact: true }).waitFor()
    await page.getByRole('button', { name: 'More filters', exact: true }).click()
    await page.getByRole('combobox', { name: 'Duplicates', exact: true }).click()
    await page.getByRole('option', { name: 'Only duplicates', exact: true }).click()
    await expectInAddress(page, 'duplicate', 'yes')
    await page.reload()
    await page.getByRole('link', { name: 'twin.pdf', exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'first.pdf', exact: true }).count()).toBe(0)
    await page.goto('/documents?state=failed&category=bank_entry')
    await page.getByText('No document is like that').waitFor()
    await page.getByRole('button', { name: 'Show all documents', exact: true }).click()
    await page.getByRole('link', { name: 'first.pdf', exact: true }).waitFor()
  })

  test('that failed are typed in, and leaving what was typed is asked about', async () => {
    const page = await daybook.signedInPage({}, member)
    await open(page, 'blurred.jpg')
    await page.getByText('Too dark.').waitFor()
    await page.getByRole('button', { name: 'Type it in', exact: true }).click()
    await page.getByLabel('Bill number', { exact: true }).fill('B-7')
    await page.getByRole('link', { name: 'API keys', exact: true }).click()
    await page.getByRole('button', { name: 'Stay', exact: true }).click()
    await expectValue(page.getByLabel('Bill number', { exact: true }), 'B-7')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('typed in by hand').waitFor()
    await page.getByText('B-7').first().waitFor()
  })

  test('held back behind a twin lead to it, and are compared with it', async () => {
    const page = await daybook.signedInPage({}, member)
    await open(page, 'twin.pdf')
    await page.getByText('Held back behind an older one').waitFor()
    await page.getByText('it counts as a copy and is not delivered').waitFor()
    await follow(page.getByRole('link', { name: 'first.pdf', exact: true }), 'first.pdf')
    await page.getByText('These have the same number').waitFor()
    await follow(page.getByRole('link', { name: 'twin.pdf', exact: true }), 'twin.pdf')
    await follow(page.getByRole('link', { name: 'Compare them', exact: true }), 'Today')
    await page.getByRole('button', { name: 'No, they are different' }).click()
    await page.getByRole('button', { name: /^Undo: / }).waitFor()
    await open(page, 'twin.pdf')
    await page.getByText('Waiting', { exact: true }).waitFor()
  })

  test('that were delivered wait again: one, and those of some days', async () => {
    const fetched = await call('GET', '/scans/unsynced')
    const { items }: { items: { id: string }[] } = JSON.parse(fetched)
    const deliveredOn = todayInTheShop()
    await call('POST', '/scans/mark-synced', { ids: items.map(({ id }) => id) })
    const page = await daybook.signedInPage()
    await open(page, 'first.pdf')
    await page.getByRole('button', { name: 'Put it back…', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('may be booked twice').waitFor()
    await dialog.getByRole('button', { name: 'Put it back', exact: true }).click()
    await page.getByText('first.pdf is put back: it waits again.').waitFor()

    await openPage(page, '/documents', 'Documents')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Put some days back…', exact: true }).click()
    await dialog.getByLabel('First day', { exact: true }).fill(deliveredOn)
    await dialog.getByLabel('Last day', { exact: true }).fill(todayInTheShop())
    await dialog.getByLabel('Last day', { exact: true }).press('Tab')
    await dialog.getByText(/documents? waits? again/).waitFor()
    await dialog.getByRole('button', { name: 'Put them back', exact: true }).click()
    await page.getByText(/documents? waits? again\.$/).waitFor()
    await page.goto('/documents?synced=yes')
    await page.getByText('No document is like that').waitFor()
  })
})

/** As it may be typed. A test may run beyond midnight. */
function todayInTheShop(): string {
  return new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' })
}

async function open(page: Page, filename: string): Promise<void> {
  await openPage(page, '/documents', 'Documents')
  await follow(page.getByRole('link', { name: filename, exact: true }), filename)
}

/** A call of the scan export with the member's key; the answer's text. */
async function call(method: string, path: string, body?: unknown): Promise<string> {
  const answer = await fetch(`${daybook.url}/scan-export/api/public/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect(answer.status).toBe(200)
  return await answer.text()
}
