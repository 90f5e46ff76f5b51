import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { mkdtempSync, rmSync } from 'node:fs'
import { sampleShop } from '../../../scripts/demo/sample-shop.ts'
import { organisation, shopTime } from '../../../src/cli/demo/dates.ts'
import { writePapers } from '../../../src/cli/demo/papers/write-papers.ts'
import { review } from '../../../src/reader/judge.ts'
import { readFile } from '../../../src/reader/pages/read-file.ts'
import { readDocuments } from '../../../src/reader/read-documents.ts'

test('the demo has a photo of a bill in words that the reader was never told, and it is read without a question', async () => {
  const bills = sampleShop({ seed: 1, now: shopTime }).toTypeIn
  const printed = bills.flatMap(({ paper }) => paper?.printed ?? [])
  const bill = printed.find(({ invoice_metadata: head }) => 'You pay' in head) ?? null
  const folder = mkdtempSync(join(tmpdir(), 'daybook-untold-'))
  const line = {
    category: 'vendor_invoice',
    filename: 'IMG_0412.jpg',
    raw: bill,
    paper: {},
  } as const
  const [file = ''] = await writePapers([line], folder)
  const read = await readFile(join(folder, file), {})
  rmSync(folder, { recursive: true })
  const context = {
    ownGstin: organisation.gstin,
    today: new Date(shopTime).toISOString().slice(0, 10),
  }
  const [document] = readDocuments(read, {
    ...context,
    ownName: organisation.name,
    vendorNames: [],
  })
  expect(document && review(document, context).reasons).toEqual([])
  expect(document?.head['total']?.text).toBe('₹6,223.00')
  expect(document?.lines).toHaveLength(3)
})
