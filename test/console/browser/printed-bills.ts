import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { printSheets, writePapers } from '../../../src/cli/demo/papers/write-papers.ts'
import { sheetsOf } from '../../../src/cli/demo/papers/sheet.ts'
import { isJsonObject, parseJsonText, type JsonObject } from '../../../src/platform/json/json.ts'
import { expectSoon } from './waiting.ts'

/* Bills as they come in, to be read. */

export type PaperFile = { name: string; mimeType: string; buffer: Buffer }

const day = new Date(Date.now() - 4 * 86_400_000)

/**
 * What is printed. The seller's GSTIN is of Maharashtra; a number with # is none of a registered seller, and `label` is what
 * stands before it.
 */
type Printed = { number: string; state?: string; label?: string }

function bill({ number, state = 'Maharashtra', label = 'Invoice No.' }: Printed) {
  return {
    invoice_metadata: {
      'Sold By': 'Deccan Agro',
      GSTIN: '27AMDCD5097K1ZJ',
      State: state,
      [label]: number,
      'Invoice Date': day.toLocaleDateString('en-GB').replaceAll('/', '-'),
      'Bill To': 'Sharma General Stores',
      'Place Of Supply': 'Maharashtra',
      'Taxable Value': '4,398.00',
      CGST: '109.95',
      SGST: '109.95',
      'Round Off': '0.10',
      'Grand Total': '4,618.00',
    },
    line_items: lines.map(([description, hsn, qty, rate, amount]) => ({
      Description: description,
      'HSN/SAC': hsn,
      Qty: qty,
      Rate: rate,
      'GST Rate': '5%',
      Amount: amount,
    })),
  }
}

const lines = [
  ['Sugar 1 kg', '170199', '36', '40.50', '1,458.00'],
  ['Coriander Powder 200 g', '090922', '20', '39.00', '780.00'],
  ['Turmeric Powder 200 g', '091030', '20', '44.00', '880.00'],
  ['Instant Coffee 50 g', '210111', '10', '128.00', '1,280.00'],
] as const

const category = 'vendor_invoice'

/** A PDF with a page for each bill. */
export function printedPdf(name: string, ...bills: readonly Printed[]): PaperFile {
  const sheets = bills.flatMap((printed) => sheetsOf(bill(printed), category))
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(printSheets(sheets)) }
}

/** A photo of a bill. */
export async function photographed(name: string, printed: Printed): Promise<PaperFile> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-photo-'))
  const paper = { category, filename: 'bill.jpg', raw: bill(printed), paper: {} } as const
  const [file = ''] = await writePapers([paper], folder)
  const buffer = readFileSync(join(folder, file))
  rmSync(folder, { recursive: true })
  return { name, mimeType: 'image/jpeg', buffer }
}

/** Adds a file as the page would, by whoever is signed in there. Returns the document's id. */
export async function addFile(page: Page, files: PaperFile): Promise<string> {
  const headers = { origin: new URL(page.url()).origin }
  const multipart = { category, files }
  const answer = await page.request.post('/console/api/documents', { headers, multipart })
  const { items } = objectOf(await answer.text())
  const [first] = Array.isArray(items) ? items : []
  return isJsonObject(first) ? String(first['id']) : ''
}

/** Whatever else the computer does goes before reading, which is done by a process of lower priority, in milliseconds. */
export const readLimitMs = 240_000

/** Waits until a document is no longer being read. Returns its state. */
export async function stateWhenRead(page: Page, id: string): Promise<unknown> {
  const stateNow = async () => {
    const answer = await page.request.get(`/console/api/documents/${id}`)
    return objectOf(await answer.text())['state']
  }
  await expectSoon(async () => (await stateNow()) !== 'reading', true, readLimitMs)
  return await stateNow()
}

function objectOf(text: string): JsonObject {
  const value = parseJsonText(text, 'The answer')
  return isJsonObject(value) ? value : {}
}
