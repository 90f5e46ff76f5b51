import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sampleDir } from '../../scripts/demo/make.ts'
import type { DeliveredOrder, DeliveredScan } from '../../src/bridge/vouchers/delivered.ts'
import type { Mappings } from '../../src/bridge/vouchers/lookup.ts'
import { checkedCategory } from '../../src/paper/categories.ts'
import { normaliseDocument, readDocument } from '../../src/paper/rules/normalise.ts'
import { compileRules, type RenameRule } from '../../src/paper/rules/rules.ts'

/** The GSTIN of the shop that the demo shows. */
export const ownGstin = '27ANZPK1024Z1ZS'

const rules = compileRules(
  linesOf('rules.jsonl').map((line): RenameRule => ({ category: null, ...JSON.parse(line) })),
)

/** The demo's papers as the scan export delivers them. */
export function demoScans(category: string): DeliveredScan[] {
  return linesOf('scans.jsonl').flatMap((line) => {
    const { id, status, filename, created_at, raw, ...rest } = JSON.parse(line)
    if (rest.category !== category || status !== 'successful') return []
    return [delivered(category, raw, { id, filename, created_at })]
  })
}

function linesOf(name: string): string[] {
  return readFileSync(join(sampleDir, name), 'utf8').trim().split('\n')
}

type Raw = { invoice_metadata: Record<string, unknown>; line_items: Record<string, unknown>[] }

/** A paper as it is delivered when these labels and values were read. */
export function delivered(
  category: string,
  raw: Raw,
  { id = 'a-scan', filename = 'bill.pdf', created_at = '2026-11-05T09:30:00.000Z' } = {},
): DeliveredScan {
  const document = readDocument(JSON.stringify(raw))
  const data = normaliseDocument(document, checkedCategory(category), rules)
  return { id, category, filename, created_at, data }
}

/** An order of one product, as the storefront delivers it. */
export function deliveredOrder(more: Partial<DeliveredOrder> = {}): DeliveredOrder {
  return {
    id: 'an-order',
    order_no: '2026-27/00001',
    customer_name: 'Asha Rao',
    customer_gstin: '',
    shipping_state: 'Maharashtra',
    status: 'paid',
    discount: 0,
    total: 900,
    created_at: '2026-11-05T19:30:00.000Z',
    items: [orderItem()],
    excluded_items: { count: 0, amount: 0 },
    ...more,
  }
}

type Item = DeliveredOrder['items'][number]

export function orderItem(more: Partial<Item> = {}): Item {
  return {
    sku: 'RICE-5KG',
    product_name: 'Basmati Rice 5 kg',
    variant_label: null,
    hsn: '1006',
    quantity: 2,
    returned_quantity: 0,
    unit_price: 450,
    line_total: 900,
    gst_amount: 42.86,
    gst_pct: 5,
    ...more,
  }
}

type Changes = Partial<Omit<Mappings, 'settings'>> & { settings?: Partial<Mappings['settings']> }

/** What a shop has said of its books: every role, for all rates, and nothing of parties and items. */
export function shopMappings({ settings, ...more }: Changes = {}): Mappings {
  return {
    revision: '1',
    own_gstin: ownGstin,
    settings: {
      invoice_as: 'accounting',
      date_from: 'paper',
      order_as: 'sales_order',
      already_present: 'ask',
      as_optional: false,
      ...settings,
    },
    voucher_types: {
      purchase: 'Purchase',
      purchase_items: 'Purchase',
      debit_note: 'Debit Note',
      credit_note: 'Credit Note',
      sales_order: 'Sales Order',
      sales: 'Sales',
      payment: 'Payment',
      receipt: 'Receipt',
      contra: 'Contra',
    },
    ledgers: {
      purchase: 'Purchase',
      sales: 'Sales',
      cgst_input: 'Input CGST',
      sgst_input: 'Input SGST',
      igst_input: 'Input IGST',
      cess_input: 'Input Cess',
      cgst_output: 'Output CGST',
      sgst_output: 'Output SGST',
      igst_output: 'Output IGST',
      freight: 'Freight',
      charges: 'Purchase Expenses',
      discount: 'Discount',
      deduction: 'Deductions',
      round_off: 'Round Off',
      tcs: 'TCS',
      tds: 'TDS',
      customer: 'Web Customers',
      bank: 'HDFC Bank',
      cash: 'Cash',
      suspense: 'Suspense',
    },
    parties: [],
    items: [],
    units: [],
    godown: 'Main Location',
    ...more,
  }
}
