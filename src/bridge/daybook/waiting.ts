import { Value } from '@sinclair/typebox/value'
import type { AppError } from '../../platform/errors.ts'
import { type JsonObject, numberOf, rowsOf, textOf } from '../../platform/json/json.ts'
import { type Delivered, orderSchema, scanSchema } from '../vouchers/delivered.ts'
import { type Api, isKeyRefused } from './api.ts'

/** A document or order that waits in Daybook. */
export type Waiting = {
  kind: 'scan' | 'order'
  id: string
  /** Kept unchanged for the acknowledgement: text or number, '' where the server has none. */
  revision: string | number
  /** The fence of its lease. Undefined without a lease. */
  fence?: number | undefined
  /** Undefined when the content is not what the API promises. */
  delivered: Delivered | undefined
}

/** A lease: nobody else gets its documents until it ends or is given back. */
export type Lease = { kind: Waiting['kind']; id: string }

/** One answer's share of what waits. */
export type Page = {
  waiting: Waiting[]
  /** The requested lease. Undefined when none was requested. */
  lease: Lease | undefined
  /** Whether Daybook granted the lease. It does not when there is nothing to lease. */
  isGiven: boolean
  /** How many more documents wait that others have leased. */
  leased: number
  /** Why Daybook refuses the key for orders. Documents still come. */
  refusal?: AppError
}

export function ordersRefused({ message }: AppError): string {
  return `Web orders do not come: ${message}`
}

/** The length of a lease in seconds, and the function that names the next lease before it is requested. */
export type Leasing = {
  seconds: number
  next(kind: Waiting['kind']): Promise<Lease>
  /** Whether a document is worth an attempt. A page without such documents is not leased. */
  isDue(waiting: Waiting): boolean
}

/** Items per page. */
const pageItems = 100

/** Purchase orders are left out: nothing has been bought yet. */
const categories = ['vendor_invoice', 'bank_entry']

/** Facts are left out: the bridge reads `data`. */
export async function* scanPages(api: Api, leasing?: Leasing): AsyncGenerator<Page> {
  for (const category of categories) {
    yield* pages(api, {
      kind: 'scan',
      path: `scans/unsynced?category=${category}&facts=false&`,
      name: 'items',
      leasing,
    })
  }
}

export async function* orderPages(api: Api, leasing?: Leasing): AsyncGenerator<Page> {
  try {
    yield* pages(api, { kind: 'order', path: 'orders/unsynced?', name: 'data', leasing })
  } catch (error) {
    if (!isKeyRefused(error)) throw error
    yield { waiting: [], lease: undefined, isGiven: false, leased: 0, refusal: error }
  }
}

type List = {
  kind: Waiting['kind']
  path: string
  name: string
  leasing: Leasing | undefined
}

/**
 * All pages of a list. The next page is requested after the caller has worked through this one; acknowledging its documents is harmless.
 */
async function* pages(api: Api, list: List): AsyncGenerator<Page> {
  const { kind, path, leasing } = list
  let after = ''
  for (;;) {
    const ask = (under: string) =>
      api.ask({ method: 'GET', path: `${path}limit=${pageItems}${under}${after}` })
    let answer = await ask(leasing === undefined ? '' : '&lease=0')
    let page = pageOf(answer, list, undefined)
    if (leasing !== undefined && page.waiting.some((waiting) => leasing.isDue(waiting))) {
      const lease = await leasing.next(kind)
      answer = await ask(`&lease=${leasing.seconds}&lease_id=${lease.id}`)
      page = pageOf(answer, list, lease)
    }
    yield page
    const { next } = answer
    if (typeof next !== 'string') return
    after = `&after=${encodeURIComponent(next)}`
  }
}

function pageOf(answer: JsonObject, { kind, name }: List, lease: Lease | undefined): Page {
  const { fence } = answer
  const under = typeof fence === 'number' ? fence : undefined
  return {
    waiting: rowsOf(answer, name).map((item) => ({ ...waitingOf(kind, item), fence: under })),
    lease,
    isGiven: under !== undefined,
    leased: numberOf(answer, 'leased'),
  }
}

function waitingOf(kind: Waiting['kind'], item: JsonObject): Waiting {
  const { revision } = item
  return {
    kind,
    id: textOf(item, 'id'),
    revision: typeof revision === 'string' || typeof revision === 'number' ? revision : '',
    delivered: deliveredOf(kind, item),
  }
}

function deliveredOf(kind: Waiting['kind'], item: JsonObject): Delivered | undefined {
  if (kind === 'scan') return Value.Check(scanSchema, item) ? { kind, scan: item } : undefined
  return Value.Check(orderSchema, item) ? { kind, order: item } : undefined
}
