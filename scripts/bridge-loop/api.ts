import type { BridgeShop } from './shop.ts'

/** Where a shop is asked, and with which key. */
type Asking = Pick<BridgeShop, 'port' | 'key'>

type Answered = {
  items: { id: string }[]
  changes: { id: string; document?: { state: string } }[]
  next: string
  more: boolean
}

/** A bill of 1,050 rupees from a seller that the sample mappings know, with a line of stock or without. Answers its id. */
export async function addBill(shop: Asking, number: string, hasLine = false): Promise<string> {
  const answer = await ask(shop, 'POST', 'scans', {
    category: 'vendor_invoice',
    filename: 'bill.pdf',
    raw: {
      invoice_metadata: {
        invoice_no: number,
        invoice_date: '2026-08-03',
        vendor_name: 'Om Sai Wholesale',
        gstin: '27AGDFO8688H1ZB',
        taxable_value: 1000,
        cgst: 25,
        sgst: 25,
        total: 1050,
      },
      line_items: hasLine ? [stockLine] : [],
    },
  })
  const [item] = answer.items
  if (item === undefined) throw new Error('A bill was not taken.')
  return item.id
}

/** Of goods that the fake Tally's sample company has. */
const stockLine = {
  product_name: 'Moong Dal 1 kg',
  hsn: '0713',
  qty: 10,
  unit: 'Pkt',
  rate: 100,
  taxable_value: 1000,
  gst_rate: 5,
}

/** The ids of what is not acknowledged: the unsynced list lacks what a bridge has leased. */
export async function unsynced(shop: Asking): Promise<string[]> {
  const ids: string[] = []
  let after = ''
  for (;;) {
    const page = await ask(shop, 'GET', `changes?kinds=document&limit=1000${after}`)
    for (const { id, document } of page.changes) {
      if (document?.state === 'unsynced') ids.push(id)
    }
    if (!page.more) return ids
    after = `&after=${page.next}`
  }
}

async function ask(shop: Asking, method: string, path: string, body?: unknown): Promise<Answered> {
  const url = `http://127.0.0.1:${shop.port}/scan-export/api/public/v1/${path}`
  const response = await fetch(url, {
    method,
    // A connection that was kept may be to a server that was killed since.
    keepalive: false,
    headers: { authorization: `Bearer ${shop.key}`, connection: 'close' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return await response.json()
}
