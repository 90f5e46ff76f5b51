import type { JsonObject } from '../../../src/platform/json/json.ts'
import type { FakeErpnext } from './fake-erpnext.ts'

export type Told = { status: number; body: JsonObject; text: string }

/** Asks a fake ERPNext as any client does. */
export async function ask(
  { url, token }: Pick<FakeErpnext, 'url' | 'token'>,
  method: string,
  path: string,
  body?: JsonObject,
): Promise<Told> {
  const response = await fetch(`${url}/api/${path}`, {
    method,
    headers: { authorization: `token ${token}`, connection: 'close' },
    ...(body && { body: JSON.stringify(body) }),
    keepalive: false,
  })
  const text = await response.text()
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : {}, text }
}

export const v1 = 'resource/Purchase%20Invoice'
export const v2 = 'v2/document/Purchase%20Invoice'

type Changes = { [field: string]: JsonObject[string] }

/** A bill of ₹1,050 with 5 % within the state. */
export function invoice(changes: Changes = {}): JsonObject {
  return {
    company: 'Kulkarni General Stores',
    supplier: 'Om Sai Wholesale',
    supplier_address: 'Om Sai Wholesale-Billing',
    billing_address: 'Kulkarni-Billing',
    posting_date: '2026-08-04',
    bill_no: 'OSW/118',
    disable_rounded_total: 1,
    items: [line()],
    taxes: [tax('Input Tax CGST', 25), tax('Input Tax SGST', 25)],
    ...changes,
  }
}

export function line(changes: Changes = {}): JsonObject {
  return {
    item_name: 'Goods',
    uom: 'Nos',
    qty: 1,
    rate: 1000,
    expense_account: 'Purchase 5% - KGS',
    item_tax_template: 'GST 5% - KGS',
    ...changes,
  }
}

export function tax(account: string, amount: number, changes: Changes = {}): JsonObject {
  return {
    charge_type: 'Actual',
    account_head: `${account} - KGS`,
    description: account,
    tax_amount: amount,
    add_deduct_tax: 'Add',
    ...changes,
  }
}
