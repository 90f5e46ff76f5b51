import { snapshot, type Conn } from '../../../platform/db/connection.ts'
import { toNfc } from '../../../platform/text.ts'
import type { StorefrontDeps } from '../deps.ts'
import { countOrdersOf, findSold, listOrdersPage, type ListedOrder } from './list-queries.ts'
import type { OrderStatus, SyncState } from './rules.ts'

/** Which orders: what is left out does not matter. Times in milliseconds since the epoch, both included. */
export type OrdersInput = {
  status?: OrderStatus | undefined
  sync?: SyncState | undefined
  from?: number | undefined
  until?: number | undefined
  /** Part of the number, of the customer's name or phone number, or of the name or SKU of what was sold. */
  text?: string | undefined
  sort: 'newest' | 'oldest'
  limit: number
  offset: number
}

/** Fewer digits are a part of an order number or of a name, not of a phone number. */
const phoneDigitsMin = 4

/** A page of the orders, and how many there are in all. */
export function listOrders(
  { database }: Pick<StorefrontDeps, 'database'>,
  input: OrdersInput,
): { orders: ListedOrder[]; total: number } {
  const { sort, sync = 'any', limit, offset } = input
  const patterns = patternsOf(input.text)
  const read = (conn: Conn) => {
    const sold = patterns.text === null ? undefined : findSold(conn).get(patterns.text)
    const selection = {
      status: input.status ?? null,
      from: input.from ?? Number.MIN_SAFE_INTEGER,
      until: input.until ?? Number.MAX_SAFE_INTEGER,
      sold: sold?.seqs ?? '[]',
      ...patterns,
    }
    const total = countOrdersOf[sync](conn).get(selection)?.n ?? 0
    const page = { ...selection, limit, offset }
    return { orders: offset < total ? listOrdersPage[sort][sync](conn).all(page) : [], total }
  }
  return snapshot(database.read, () => read(database.read))
}

/** What LIKE looks for; null for nothing. Digits are looked for in phone numbers however they are written there. */
function patternsOf(text = ''): {
  text: string | null
  phone: string | null
  spread: string | null
} {
  const wanted = toNfc(text).trim()
  const digits = wanted.replaceAll(/[+\s()-]/g, '')
  const isPhone = /^\d+$/.test(digits) && digits.length >= phoneDigitsMin
  return {
    text: wanted === '' ? null : `%${wanted.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
    phone: isPhone ? `%${digits}%` : null,
    spread: isPhone ? `%${digits.split('').join('%')}%` : null,
  }
}
