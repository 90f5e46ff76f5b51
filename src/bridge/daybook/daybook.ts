import { hostname } from 'node:os'
import { Type } from '@sinclair/typebox'
import { version } from '../../platform/embedded.ts'
import { AppError } from '../../platform/errors.ts'
import type { ImportCode } from '../../platform/import-codes.ts'
import {
  isJsonObject,
  type JsonObject,
  numberOf,
  rowsOf,
  textOf,
} from '../../platform/json/json.ts'
import type { Company, Condition } from '../books.ts'
import { type Mappings, readMappings } from '../vouchers/lookup.ts'
import { type Api, apiAt, type Asked, askFor } from './api.ts'
import {
  type Lease,
  type Leasing,
  orderPages,
  type Page,
  scanPages,
  type Waiting,
} from './waiting.ts'

/** The voucher that a part became. Daybook keeps it beside the document. */
type External = { system: string; company: string; voucher_id: string; voucher_no: string }

type Acknowledged = Pick<Waiting, 'kind' | 'id' | 'revision' | 'fence'> & { external?: External }

/** The outcome of a part, for the people who fix problems. Times are ISO 8601. */
export type Result = {
  kind: Waiting['kind']
  id: string
  part: number
  revision?: string | number
  outcome: 'imported' | 'parked' | 'failed' | 'dropped'
  code?: ImportCode
  field?: string
  message?: string
  attempts?: number
  first_at?: string
  last_at?: string
  external?: External
}

/** An earlier report of a part, from this bridge or another one of the same accounts. */
export type Told = {
  id: string
  part: number
  /** Whether this bridge's own key reported it. */
  own: boolean
  /** The document's revision in the report; '' where the report named none. */
  revision: string
  outcome: string
  code: string
  message: string
  attempts: number
  /** How a person settled the problem since: `again`, `by_hand`, `dropped`; '' where nobody did. */
  settled: string
  /** When it happened, ISO 8601. */
  at: string
  voucher?: { guid: string; voucherNo: string }
}

/** The bridge's condition, for Daybook's page. */
type Report = Condition & {
  system: string
  paired: Company
  waiting: number
  at: string
  /** Files that were written and that nobody has confirmed yet. */
  files?: { name: string; made_at: string; vouchers: number; documents: number; is_gone: boolean }[]
}

/** A person's decision in the console. `part` null: for all parts. */
export type Decision = {
  id: string
  kind: string
  subject: string
  part: number | null
  detail: JsonObject
}

/** Daybook's public API, as the bridge uses it. Each call throws AppError as `Api` does. */
export type Daybook = {
  /** Streams everything that waits. Calls `onRefused` when Daybook refuses the key for orders; documents still come. */
  waiting(onRefused: (refusal: AppError) => void): AsyncGenerator<Waiting>
  /** Streams pages, each leased to this bridge alone. */
  leased(leasing: Leasing): AsyncGenerator<Page>
  /** Extends a lease to so many seconds from now; 0 gives it back. Throws AppError `conflict` or `not_found` when the lease is over. */
  renew(lease: Lease, seconds: number): Promise<void>
  /** Returns whether Daybook took the acknowledgement. It does not when the document changed since the bridge fetched it. */
  acknowledge(acknowledged: Acknowledged): Promise<boolean>
  tell(results: readonly Result[]): Promise<void>
  /** Earlier reports of some documents or orders. Empty before this bridge's first report. */
  told(kind: Waiting['kind'], ids: readonly string[]): Promise<Told[]>
  report(report: Report): Promise<void>
  mappings(): Promise<Mappings>
  decisions(): AsyncGenerator<Decision>
  decided(id: string, ok: boolean, message: string): Promise<void>
  /** Calls to scan export's base address, for programs that bring masters and names. */
  scans: Api
  /** Calls to the storefront's base address. Undefined without a key for it. */
  storefront: Api | undefined
}

export type Keys = { daybook: string; scanKey: string; ordersKey?: string }

/** The most results per call. */
const resultsMax = 500

export function daybookAt({ daybook, scanKey, ordersKey }: Keys): Daybook {
  const scans = apiAt(`${daybook}/scan-export`, scanKey)
  const orders = ordersKey === undefined ? undefined : apiAt(`${daybook}/storefront`, ordersKey)
  /** Daybook's number of these accounts. Undefined before Daybook told it, and with a Daybook too old to tell. */
  let books: number | undefined
  const apiOf = (kind: Waiting['kind']) => (kind === 'scan' ? scans : orders)
  const pages = async function* (leasing?: Leasing): AsyncGenerator<Page> {
    yield* scanPages(scans, leasing)
    if (orders !== undefined) yield* orderPages(orders, leasing)
  }
  return {
    scans,
    storefront: orders,
    async *waiting(onRefused) {
      for await (const { waiting, refusal } of pages()) {
        if (refusal !== undefined) onRefused(refusal)
        yield* waiting
      }
    },
    leased: pages,
    async renew({ kind, id }, seconds) {
      const api = apiOf(kind)
      if (api === undefined) throw new AppError('not_found', 'These books take no orders any more.')
      const path = `leases/${encodeURIComponent(id)}`
      await api.ask({ method: 'POST', path, body: { seconds } })
    },
    async acknowledge(acknowledged) {
      const api = apiOf(acknowledged.kind)
      return api === undefined ? false : isTaken(await api.ask(askedFor(acknowledged)))
    },
    async tell(results) {
      for (const kind of ['scan', 'order'] as const) {
        const own = results.filter((result) => result.kind === kind)
        for (let at = 0; at < own.length; at += resultsMax) {
          const body = {
            results: own.slice(at, at + resultsMax).map(withoutKind),
            ...(books !== undefined && { books }),
          }
          await apiOf(kind)?.ask({ method: 'POST', path: 'import-results', body })
        }
      }
    },
    async told(kind, ids) {
      const api = apiOf(kind)
      if (api === undefined || books === undefined || ids.length === 0) return []
      const path = `import-results?books=${books}&ids=${ids.join(',')}`
      return rowsOf(await api.ask({ method: 'GET', path }), 'results').map(toldOf)
    },
    async report(report) {
      const asked = { method: 'PUT', path: 'bridge/report', body: wireOf(report) } as const
      const { books: number } = await ifOffered(scans, asked)
      books = typeof number === 'number' ? number : undefined
    },
    mappings: async () => readMappings(await scans.ask({ method: 'GET', path: 'bridge/mappings' })),
    decisions: () => decisionsOf(scans),
    async decided(id, ok, message) {
      const path = `bridge/decisions/${encodeURIComponent(id)}/done`
      await scans.ask({ method: 'POST', path, body: { ok, message } })
    },
  }
}

function toldOf(row: JsonObject): Told {
  const external = isJsonObject(row['external']) ? row['external'] : undefined
  const guid = textOf(external, 'voucher_id')
  return {
    id: textOf(row, 'id'),
    part: numberOf(row, 'part'),
    own: row['own'] === true,
    revision: textOf(row, 'revision'),
    outcome: textOf(row, 'outcome'),
    code: textOf(row, 'code'),
    message: textOf(row, 'message'),
    attempts: numberOf(row, 'attempts'),
    settled: textOf(row, 'settled'),
    at: textOf(row, 'last_at'),
    ...(guid !== '' && { voucher: { guid, voucherNo: textOf(external, 'voucher_no') } }),
  }
}

function withoutKind({ kind: _kind, ...rest }: Result): Omit<Result, 'kind'> {
  return rest
}

function askedFor({ kind, id, revision, fence, external }: Acknowledged): Asked {
  const under = fence === undefined ? {} : { fence }
  // A Daybook that sends no revision accepts none.
  const said = revision === '' ? {} : { revision, ...under, ...(external && { external }) }
  const marked = revision === '' ? { ids: [id] } : { items: [{ id, ...said }] }
  return kind === 'scan'
    ? {
        method: 'POST',
        path: 'scans/mark-synced',
        body: { ...marked, source: external?.system ?? 'bridge' },
      }
    : {
        method: 'POST',
        path: 'orders/sync',
        body: { orders: [{ order_id: id, all_items: true, ...said }] },
      }
}

/** Documents have a status, orders an error. An unknown document or order counts as taken: nothing is left to acknowledge. */
function isTaken(answer: JsonObject): boolean {
  return rowsOf(answer, 'results').every(({ status, error }) => {
    if (status === 'stale' || status === 'error') return false
    return !isJsonObject(error) || error['code'] === 'not_found'
  })
}

/** Daybook's maximum length. */
const sentenceMax = 500

/** The report in the server's form. */
function wireOf({ company, paired, sentence, ...rest }: Report): JsonObject {
  return {
    ...rest,
    sentence: sentence.slice(0, sentenceMax),
    company: companyJson(company ?? paired),
    paired: companyJson(paired),
    version,
    machine: hostname(),
  }
}

function companyJson({ number, guid, name, booksFrom }: Company): JsonObject {
  return { number, guid, name, books_from: booksFrom }
}

async function* decisionsOf(api: Api): AsyncGenerator<Decision> {
  let after: string | undefined
  do {
    const path = `bridge/decisions${after === undefined ? '' : `?after=${encodeURIComponent(after)}`}`
    const answer = await ifOffered(api, { method: 'GET', path })
    yield* rowsOf(answer, 'items').map(decisionOf)
    const { next } = answer
    after = typeof next === 'string' || typeof next === 'number' ? String(next) : undefined
  } while (after !== undefined)
}

function decisionOf(row: JsonObject): Decision {
  const { part, detail } = row
  return {
    id: textOf(row, 'id'),
    kind: textOf(row, 'kind'),
    subject: textOf(row, 'subject'),
    part: typeof part === 'number' ? part : null,
    detail: isJsonObject(detail) ? detail : {},
  }
}

const whoAmISchema = Type.Object({ user: Type.Object({ id: Type.String() }) })

/** The id of the key's user. It tells one Daybook from another, whatever its address. Throws AppError as `Api` does. */
export async function idOfDaybook(api: Api): Promise<string> {
  const asked = { method: 'GET', path: 'whoami' } as const
  return (await askFor(api, asked, whoAmISchema, 'Daybook answered names that')).user.id
}

/** An older Daybook does not know this call. The bridge works without it. */
async function ifOffered(api: Api, asked: Asked): Promise<JsonObject> {
  try {
    return await api.ask(asked)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return {}
    throw error
  }
}
