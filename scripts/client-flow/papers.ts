import type { Random } from '../demo/random.ts'
import { categories } from '../../src/paper/categories.ts'
import type { Paper } from './ledger.ts'
import type { JsonObject } from '../../src/platform/json/json.ts'

/** A paper and the fields that are sent with it. */
export type Sheet = { paper: Paper; raw: JsonObject | undefined; bytes: string | undefined }

/** One POST: a single sheet, or several unread files. */
export type Parcel = { key: string; sheets: Sheet[] }

/** How many earlier sheets may be repeated. Some of them are acknowledged, some are not. */
const remembered = 40

/** Documents that everybody scans, so that users and cleanups share stored files. */
const commonDocuments = 12

const filesMax = 3

/** A label that no rule knows: it carries the file's name through the normalising. */
export const tokenLabel = 'Scan Token'

/** A label and a value that the rename rules of the crash loop keep changing. */
export const renamedLabel = 'Godown'
export const changingLabel = 'Remarks'
export const changingValue = 'as received'

const sellers = [
  { gstin: '27AAPFU0939F1ZV', vendorName: 'Acme Traders' },
  { gstin: '29AAGCB7383J1Z4', vendorName: 'Bharat Paper Mart' },
  { gstin: '33AABCS1429B1ZB', vendorName: 'Sundaram Stores' },
] as const

export function commonDocument(n: number): string {
  return `%PDF-1.4 a page that everybody scans, number ${n % commonDocuments}\n`
}

/**
 * What one user scans, in an order that its random numbers decide: papers of every kind, among them duplicates on
 * purpose. `run` makes names and keys that no other run uses. Numbers begin at 1 for each user, so that users share
 * invoice numbers.
 */
export function parcels(random: Random, run: string): () => Parcel {
  const earlier: Sheet[] = []
  let count = 0
  return () => {
    count++
    const key = `${run}-${count}`
    if (random.chance(0.06)) return { key, sheets: unreadFiles(random, key) }
    const sheet = readSheet(random, key, count, earlier)
    earlier.push(sheet)
    if (earlier.length > remembered) earlier.shift()
    return { key, sheets: [sheet] }
  }
}

/** Files without read values: they wait for a reader and are never delivered. */
function unreadFiles(random: Random, key: string): Sheet[] {
  return Array.from({ length: random.int(1, filesMax) }, (_, i) => {
    const bytes = random.chance(0.5) ? commonDocument(random.int(0, 99)) : uniqueDocument(key, i)
    const signs = { invoiceNo: null, gstin: null, vendorName: null, invoiceDate: null }
    const filename = `${key}-${i}.pdf`
    const document = Bun.SHA256.hash(bytes, 'hex')
    const category = random.pick(categories)
    return {
      paper: { filename, category, eligible: false, ...signs, document },
      raw: undefined,
      bytes,
    }
  }).map((sheet, _, [first]) => withCategoryOf(sheet, first))
}

/** One upload has one category. */
function withCategoryOf(sheet: Sheet, first: Sheet | undefined): Sheet {
  const category = first?.paper.category ?? sheet.paper.category
  return { ...sheet, paper: { ...sheet.paper, category } }
}

function readSheet(random: Random, key: string, n: number, earlier: readonly Sheet[]): Sheet {
  const like = earlier.length > 0 && random.chance(0.35) ? random.pick(earlier) : undefined
  const paper = like === undefined ? newPaper(random, n) : likePaper(random, like.paper)
  const bytes = bytesFor(random, key, like)
  const document = bytes === undefined ? null : Bun.SHA256.hash(bytes, 'hex')
  const whole = { ...paper, filename: `${key}.pdf`, document }
  return { paper: whole, raw: rawOf(whole), bytes }
}

type Unsent = Omit<Paper, 'filename' | 'document'>

function newPaper(random: Random, n: number): Unsent {
  const seller = random.pick(sellers)
  const day = String(random.int(1, 28)).padStart(2, '0')
  return {
    category: random.pick(categories),
    eligible: true,
    invoiceNo: random.chance(0.15) ? null : `INV-${n}`,
    gstin: random.chance(0.2) ? null : seller.gstin,
    vendorName: random.chance(0.2) ? null : seller.vendorName,
    invoiceDate: random.chance(0.2) ? null : `2026-10-${day}`,
  }
}

/** The same paper once more, the same number from another seller, or the same pages under another number. */
function likePaper(random: Random, paper: Paper): Unsent {
  const { filename: _, document: __, ...unsent } = paper
  if (random.chance(0.5)) return unsent
  if (random.chance(0.6)) return { ...unsent, ...random.pick(sellers) }
  return {
    ...unsent,
    invoiceNo: `${paper.invoiceNo ?? 'INV'}/A`,
    category: random.pick(categories),
  }
}

function bytesFor(random: Random, key: string, like: Sheet | undefined): string | undefined {
  if (random.chance(0.4)) return undefined
  if (like?.bytes !== undefined && random.chance(0.7)) return like.bytes
  return random.chance(0.1) ? commonDocument(random.int(0, 99)) : uniqueDocument(key, 0)
}

function uniqueDocument(key: string, i: number): string {
  return `%PDF-1.4 page ${i} of ${key}\n${key.repeat(20)}\n`
}

function rawOf(paper: Paper): JsonObject {
  const { filename, invoiceNo, gstin, vendorName, invoiceDate } = paper
  const metadata = {
    'Invoice No.': invoiceNo,
    'GSTIN/UIN': gstin,
    Supplier: vendorName,
    'Invoice Date': invoiceDate,
    [tokenLabel]: filename,
    [changingLabel]: changingValue,
    [renamedLabel]: 'Main',
  }
  const known = Object.entries(metadata).filter(([, value]) => value !== null)
  return {
    invoice_metadata: Object.fromEntries(known),
    line_items: [
      { Particulars: 'Basmati Rice 5 kg', Qty: '2 Nos', Rate: '450.00', Amount: '900.00' },
    ],
  }
}
