import { newId } from '../../../platform/ids.ts'
import type { Category } from '../../../paper/categories.ts'
import type { JsonObject } from '../../../platform/json/json.ts'

/** How long a document is kept, in milliseconds (source: the contract, 30 days). */
const keptMs = 30 * 24 * 60 * 60 * 1000

/** What a scenario wants otherwise than in a plain bill. */
type Otherwise = {
  /** Milliseconds since the epoch. */
  createdAt: number
  /** Undefined: it has none. */
  number?: string | undefined
  filename?: string
  metadata?: JsonObject
  lines?: JsonObject[]
  /** Fields beside those of the contract. */
  more?: JsonObject
}

/** The seller and the item of every bill here: who books by names needs to know these two alone. */
const sampleSeller = { vendor_name: 'Om Sai Wholesale', gstin: '27AGDFO8688H1ZB' }
const sampleItem = 'Basmati Rice 5 kg'

/** An item of the unsynced list without its revision, which comes with the list. */
export type Bill = JsonObject & {
  id: string
  invoice_no?: string
  category: Category
  data: { invoice_metadata: JsonObject; line_items: JsonObject[] }
}

/** A bill of 1,050.00 rupees with 5 % GST within the state. */
export function billOf(about: Otherwise): Bill {
  const { createdAt, number, filename, metadata, lines, more } = about
  return {
    id: newId(createdAt),
    ...(number === undefined ? {} : { invoice_no: number }),
    filename: filename ?? 'bill.pdf',
    category: 'vendor_invoice',
    created_at: new Date(createdAt).toISOString(),
    expires_at: new Date(createdAt + keptMs).toISOString(),
    ...more,
    data: {
      invoice_metadata: {
        invoice_no: number ?? '',
        invoice_date: dayOf(createdAt),
        ...sampleSeller,
        name: sampleSeller.vendor_name,
        taxable_value: 1000,
        cgst: 25,
        sgst: 25,
        total: 1050,
        ...metadata,
      },
      line_items: lines ?? [sampleLine()],
    },
  }
}

export function sampleLine(more: JsonObject = {}): JsonObject {
  return {
    description: sampleItem,
    hsn: '1006',
    qty: 2,
    rate: 500,
    amount: 1000,
    gst_rate: 5,
    ...more,
  }
}

/** The first of its month: every edition of every accounting program takes that. */
function dayOf(createdAt: number): string {
  return `${new Date(createdAt).toISOString().slice(0, 7)}-01`
}
