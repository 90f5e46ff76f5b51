import { newId } from '../../../platform/ids.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import { gstIncluded, toRupees } from '../../../platform/money.ts'
import { lettingSomeWait, lettingWait, type Supply } from '../waiting/waiting.ts'

/** A line as it was sold; amounts in rupees. */
type Line = JsonObject & { id: string; sku: string; line_total: number }

/** An order with all its lines; what is delivered of it follows. */
export type Order = {
  id: string
  head: JsonObject & { order_no: string; revision: number; status: string }
  /** Those without a SKU too, which are never delivered. */
  lines: readonly Line[]
  /** Ids of the lines that are acknowledged. */
  marked: Set<string>
  /** What its lines that are delivered come to, less the discount; in paise. */
  delivered: number
}

/** What a scenario wants otherwise than in a plain line. Money in paise. */
type AboutLine = {
  sku?: string
  name?: string
  quantity?: number
  unitPrice?: number
  /** In hundredths of a per cent. */
  gst?: number
  /** Fields beside those of the contract. */
  more?: JsonObject
}

/** Likewise of an order. */
export type AboutOrder = {
  createdAt?: number
  discount?: number
  lines?: readonly AboutLine[]
  head?: JsonObject
  status?: string
  /** What its total says more than it comes to, in paise. */
  wrongBy?: number
}

/** The item of every order here: who books by names or SKUs needs to know this one alone. */
const sample = { sku: 'RICE-5KG', name: 'Basmati Rice 5 kg', unitPrice: 52_500, gst: 500 }

let numbered = 0

/** Lets as many orders wait as there are descriptions, the first one the oldest. */
export const letWait = lettingWait(orderOf)

export const orderSupply: Supply<Order> = {
  noun: 'orders',
  one: 'order',
  letWait: lettingSomeWait(letWait),
  putBack: ({ marked }) => marked.clear(),
}

/** An order of 1,050.00 rupees including 5 % GST within the state, unless it is described otherwise. */
function orderOf(about: AboutOrder & { createdAt: number }): Order {
  const { createdAt, discount = 0, lines: wanted = [{ quantity: 2 }], wrongBy = 0 } = about
  numbered += 1
  const lines = wanted.map((line) => lineOf(createdAt, line))
  const sums = lines.map(({ paise, gst, line }) => ({ paise, gst, isDelivered: line.sku !== '' }))
  const sum = sums.reduce((all, { paise }) => all + paise, 0)
  const gst = sums.reduce((all, line) => all + line.gst, 0)
  const delivered = sums.reduce((all, line) => all + (line.isDelivered ? line.paise : 0), 0)
  return {
    id: newId(createdAt),
    head: {
      order_no: `CHECK/${createdAt.toString(36)}/${numbered}`,
      revision: 1,
      customer_name: 'Asha Rao',
      customer_phone: '98450 12345',
      customer_gstin: '',
      shipping_address: '12 MG Road',
      shipping_city: 'Pune',
      shipping_state: 'Maharashtra',
      shipping_pincode: '411001',
      subtotal: toRupees(sum - gst),
      gst_total: toRupees(gst),
      discount: toRupees(discount),
      total: toRupees(sum - discount + wrongBy),
      created_at: new Date(createdAt).toISOString(),
      ...about.head,
      status: about.status ?? 'paid',
    },
    lines: lines.map(({ line }) => line),
    marked: new Set(),
    delivered: delivered - discount,
  }
}

function lineOf(createdAt: number, about: AboutLine): { line: Line; paise: number; gst: number } {
  const { sku, name, unitPrice, gst, quantity = 1, more } = { ...sample, ...about }
  const paise = unitPrice * quantity
  const tax = gstIncluded(paise, gst)
  const line = {
    id: newId(createdAt),
    product_id: sku === '' ? '' : newId(createdAt),
    variant_id: null,
    sku,
    product_name: name,
    variant_label: null,
    hsn: '1006',
    quantity,
    returned_quantity: 0,
    unit_price: toRupees(unitPrice),
    line_total: toRupees(paise),
    gst_amount: toRupees(tax),
    gst_pct: gst / 100,
    offer_id: null,
    offer_title: null,
    ...more,
  }
  return { line, paise, gst: tax }
}

/** The lines that wait; what is not among them is counted beside. */
export function shownOrder({ id, head, lines, marked }: Order): JsonObject {
  const items = lines.filter((line) => line.sku !== '' && !marked.has(line.id))
  const others = lines.filter((line) => !items.includes(line))
  const paise = others.reduce((all, line) => all + Math.round(line.line_total * 100), 0)
  const excluded = { count: others.length, amount: toRupees(paise) }
  return { id, ...head, items, excluded_items: excluded }
}

/** Whether all lines that are delivered are acknowledged. */
export function isWhollyMarked({ lines, marked }: Order): boolean {
  return lines.every(({ id, sku }) => sku === '' || marked.has(id))
}

export function nameOf({ id, head }: Order): string {
  return `The order ${head.order_no} (${id})`
}

/** An amount in rupees at the beginning of a text. */
const amount = /^\s*(\d{1,12}(?:\.\d{1,2})?)(?!\S)/

/** What is wrong with the amount with which an order was booked, where one is said. */
export function wrongAmount(order: Order, said: string): string | undefined {
  const [, text] = amount.exec(said) ?? []
  if (text === undefined) return undefined
  const isOff = order.head.status === 'cancelled'
  const right = isOff ? 0 : order.delivered
  if (Math.round(Number(text) * 100) === right) return undefined
  const why = isOff ? 'it is cancelled' : `what is delivered of it comes to ${rupees(right)}`
  return `${nameOf(order)} was booked with ${text}: ${why}.`
}

function rupees(paise: number): string {
  return toRupees(paise).toFixed(2)
}
