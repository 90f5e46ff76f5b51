import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { writePapers, type ScanLine } from '../../../src/cli/demo/papers/write-papers.ts'
import { openDatabaseForCommand } from '../../../src/platform/db/database.ts'
import { countJobs } from '../../../src/services/scan-export/scans/reading-rows.ts'
import { rounded } from '../figures.ts'
import { besideOthers } from '../others.ts'
import { serveCommand, startServer } from '../processes.ts'
import type { Part } from '../workshop.ts'

/** More photos than the server reads during the measurement. */
const photos = 12
const readingMs = 20_000

/** 50 reads a second. */
const everyMs = 20

const apiPath = '/scan-export/api/public/v1'

/** Requests the unsynced list 50 times a second while the server reads photos. */
export const measureReadsBesideReading: Part = async (shop) => {
  const { dir, key } = await shop.data()
  const folder = shop.path('photos')
  mkdirSync(folder)
  const files = await writePapers(Array.from({ length: photos }, photoOf), folder)
  await using server = await startServer(serveCommand(shop.executable, dir.root))
  const url = `${server.url}${apiPath}`
  const requests = [{ kind: 'unsynced', path: '/scans/unsynced?limit=20' }]
  const { quiet, beside } = await besideOthers({ url, key, requests, everyMs }, async (others) => {
    await upload(
      url,
      key,
      files.filter((file) => file !== undefined).map((file) => join(folder, file)),
    )
    await others.sinceLast()
    await Bun.sleep(readingMs)
    return { quiet: others.quiet, beside: await others.sinceLast() }
  })
  const database = openDatabaseForCommand(dir, Date.now())
  const left = countJobs(database.read)
  await database.close()
  if (left === 0)
    throw new Error('All photos were read before the end: nothing was measured beside.')
  return [
    {
      name: 'reads beside the reading of photos, p99',
      value: beside.p99Ms,
      unit: 'ms',
      target: { atMost: 25 },
      detail: `${beside.requests} reads while ${photos - left} of ${photos} photos were read; median ${rounded(beside.p50Ms)}, longest ${rounded(beside.longestMs)}; without reading ${rounded(quiet.p99Ms)}`,
    },
  ]
}

async function upload(url: string, key: string, files: readonly string[]): Promise<void> {
  const form = new FormData()
  form.set('category', 'vendor_invoice')
  for (const file of files) form.append('files', Bun.file(file))
  const headers = { authorization: `Bearer ${key}` }
  const { status } = await fetch(`${url}/scans`, { method: 'POST', headers, body: form })
  if (status !== 201) throw new Error(`The photos were not taken in: ${status}.`)
}

function photoOf(_: unknown, at: number): ScanLine {
  const items = Array.from({ length: 12 }, (__, line) => ({
    Description: `Rice ${line + 1} kg`,
    HSN: '1006',
    Qty: '2',
    Rate: '450.00',
    Amount: '900.00',
  }))
  return {
    category: 'vendor_invoice',
    filename: `bill-${at}.jpg`,
    raw: {
      invoice_metadata: { 'Bill No.': `B-${at}`, Supplier: 'Acme Traders', Total: '10,800.00' },
      line_items: items,
    },
    paper: {},
  }
}
