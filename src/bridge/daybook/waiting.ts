import { Value } from '@sinclair/typebox/value'
import type { AppError } from '../../platform/errors.ts'
import type { JsonObject, JsonValue } from '../../platform/json/json.ts'
import { isJsonObject } from '../../platform/json/json.ts'
import { type Delivered, orderSchema, scanSchema } from '../vouchers/delivered.ts'
import { type Api, isKeyRefused } from './api.ts'

/** What waits in Daybook to be entered. */
export type Waiting = {
  kind: 'scan' | 'order'
  id: string
  /** As it came, for the acknowledgement: text or number, '' where the server has none. */
  revision: string | number
  /** Of the lease under which it came; undefined where nothing was leased. */
  fence?: number | undefined
  /** Undefined when it is not what the API promises. */
  delivered: Delivered | undefined
}

/** What is given to this bridge alone until it is over, or given back. */
export type Lease = { kind: Waiting['kind']; id: string }

/** Some of what waits, as one answer brought it. */
export type Page = {
  waiting: Waiting[]
  /** As it was asked for; undefined where none was. */
  lease: Lease | undefined
  /** Whether it was given: there was something to lease. */
  isGiven: boolean
  /** How many more wait that others have leased. */
  leased: number
  /** The key for orders is refused: why. What else waits is handed out all the same. */
  refusal?: AppError
}

/** That web orders are not handed out, for people. */
export function ordersRefused({ message }: AppError): string {
  return `Web orders do not come: ${message}`
}

/** For how long to lease, in seconds, and what names the next lease before it is asked for. */
export type Leasing = {
  seconds: number
  next(kind: Waiting['kind']): Promise<Lease>
  /** Whether there is something to do about one: a page of which nothing is due is not leased. */
  isDue(waiting: Waiting): boolean
}

/** Items that are asked for at once. */
const pageItems = 100

/** Purchase orders are not entered: nothing was bought yet. */
const categories = ['vendor_invoice', 'bank_entry']

export async function* scanPages(api: Api, leasing?: Leasing): AsyncGenerator<Page> {
  for (const category of categories) {
    yield* pages(api, {
      kind: 'scan',
      path: `scans/unsynced?category=${category}&`,
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

/** All pages of a list. The next is asked for when this one was worked through: what was acknowledged does not matter. */
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
  const { [name]: items, fence, leased } = answer
  const rows = Array.isArray(items) ? items.filter(isJsonObject) : []
  const under = typeof fence === 'number' ? fence : undefined
  return {
    waiting: rows.map((item) => ({ ...waitingOf(kind, item), fence: under })),
    lease,
    isGiven: under !== undefined,
    leased: typeof leased === 'number' ? leased : 0,
  }
}

function waitingOf(kind: Waiting['kind'], item: JsonObject): Waiting {
  const { id } = item
  return {
    kind,
    id: typeof id === 'string' ? id : '',
    revision: revisionOf(item['revision']),
    delivered: deliveredOf(kind, item),
  }
}

function deliveredOf(kind: Waiting['kind'], item: JsonObject): Delivered | undefined {
  if (kind === 'scan') return Value.Check(scanSchema, item) ? { kind, scan: item } : undefined
  return Value.Check(orderSchema, item) ? { kind, order: item } : undefined
}

function revisionOf(value: JsonValue | undefined): string | number {
  return typeof value === 'string' || typeof value === 'number' ? value : ''
}
