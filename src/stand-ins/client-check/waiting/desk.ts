import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json/json.ts'
import type { Daybook } from '../daybook.ts'
import { type Answer, type Place, refused, type Request, rowsIn } from '../scenario.ts'

/** A document or an order of a scenario, waiting or acknowledged. */
export type Held = {
  id: string
  /** The subject of sentences about it. */
  name: string
  /** The number of a document, by which it may be acknowledged. */
  number?: string | undefined
  /** The right amount in paise, and why another amount is wrong. Undefined: any amount is right. */
  due?: { paise: number; why: string }
  /** Changes the item in an answer, for a scenario that adds something. */
  show?(item: JsonObject): JsonObject
}

/** How a service delivers documents or orders. */
export type Shop = {
  place: Place
  list: { path: string; items: string; limitMax: number }
  /** The call that acknowledges. `rows`: the field with revisions; `id`: the field of a row's id. */
  mark: { path: string; rows: string; id: string }
  /** Other lists that a client may read. */
  readable: readonly string[]
  /** Whether a document or order still waits. */
  waits(daybook: Daybook, id: string): boolean
}

/** One acknowledgement of one document. */
type Acknowledged = {
  /** In lower case. */
  id: string
  revision?: JsonValue | undefined
  fence?: JsonValue | undefined
}

/** The result that the client reported for a part of a document. */
export type Told = { id: string; part: number; outcome: string; voucher: string }

/** What the client did during one scenario. */
export type Desk = {
  daybook: Daybook
  now(): number
  held: Held[]
  /** The ids in answers (`given`), in leases (`leased`) and in acknowledgements (`marked`). */
  given: Set<string>
  leased: Set<string>
  marked: Set<string>
  /** How often the client asked for the list, refused or not. */
  asked: number
  /** In the order in which they came. */
  acknowledged: (Acknowledged & { isStale: boolean })[]
  told: Told[]
  /** Leases that the client may still have. */
  leases: Set<string>
  /** The most items in an answer. The rest follows by `next`. */
  pageMax: number | undefined
  /** Whether an answer carries its first item twice. */
  isTwice: boolean
}

/** The kinds of calls of a client that fetches documents. */
export type WaitingKind = 'list' | 'mark' | 'results' | 'lease' | 'other'

export function openDesk({ daybook, now }: Pick<Desk, 'daybook' | 'now'>): Desk {
  return {
    daybook,
    now,
    held: [],
    given: new Set(),
    leased: new Set(),
    marked: new Set(),
    asked: 0,
    acknowledged: [],
    told: [],
    leases: new Set(),
    pageMax: undefined,
    isTwice: false,
  }
}

export function kindOf({ list, mark }: Shop, { method, path }: Request): WaitingKind {
  if (path === list.path) return 'list'
  if (method !== 'POST') return 'other'
  if (path === mark.path) return 'mark'
  if (path === 'import-results') return 'results'
  return path.startsWith(leasesPath) ? 'lease' : 'other'
}

const leasesPath = 'leases/'

/** Lets Daybook answer one call, after the scenario's changes to it, and records what the client did. */
export async function answerOf(shop: Shop, desk: Desk, request: Request): Promise<Answer> {
  const { path, body } = request
  const kind = kindOf(shop, request)
  const known = [shop.list.path, shop.mark.path, 'import-results', ...shop.readable]
  if (kind !== 'lease' && !known.includes(path)) {
    return refused(shop.place, 404, `There is no ${path} here.`)
  }
  const answer = await desk.daybook.ask(limited(shop, desk, request, kind))
  if (answer.status !== 200) return answer
  if (kind === 'list') return noteGiven(shop, desk, answer)
  if (kind === 'results' && isJsonObject(body)) noteTold(desk, body, answer.body)
  if (kind === 'mark' && isJsonObject(body)) noteMarked(shop, desk, body, answer.body)
  return answer
}

/** The longest lease here, in seconds: nobody wants to wait five minutes for the leases of a killed client. */
const leaseSecondsMax = 10

/** The longest lease that a client may request, in seconds (source: the contract). */
const askedSecondsMax = 3600

/** Shortens leases and pages. Values that break the contract stay, so that Daybook refuses them. */
function limited({ list }: Shop, { pageMax }: Desk, request: Request, kind: WaitingKind): Request {
  const { body } = request
  if (kind === 'lease' && isJsonObject(body) && typeof body['seconds'] === 'number') {
    const seconds = lowered(body['seconds'], leaseSecondsMax, askedSecondsMax)
    return { ...request, body: { ...body, seconds } }
  }
  if (kind !== 'list') return request
  const query = new URLSearchParams(request.query)
  const lower = (name: string, to: number, max: number, usual: number): void => {
    const asked = Number(query.get(name) || usual)
    if (asked > to) query.set(name, String(lowered(asked, to, max)))
  }
  lower('lease', leaseSecondsMax, askedSecondsMax, 0)
  if (pageMax !== undefined) lower('limit', pageMax, list.limitMax, list.limitMax)
  return { ...request, query }
}

function lowered(asked: number, to: number, max: number): number {
  return asked > max ? asked : Math.min(asked, to)
}

function noteGiven({ list }: Shop, desk: Desk, { status, body }: Answer): Answer {
  const lease = body['lease_id']
  if (typeof lease === 'string') desk.leases.add(lease)
  const items = rowsIn(body[list.items]).map((item) => {
    const held = heldOf(desk, textIn(item['id']))
    if (held === undefined) return item
    desk.given.add(held.id)
    if (typeof lease === 'string') desk.leased.add(held.id)
    return held.show?.(item) ?? item
  })
  if (desk.isTwice) items.push(...items.slice(0, 1))
  return { status, body: { ...body, [list.items]: items, count: items.length } }
}

function noteTold(desk: Desk, body: JsonObject, answer: JsonObject): void {
  const results = rowsIn(answer['results'])
  for (const [at, { id, part, outcome, external }] of rowsIn(body['results']).entries()) {
    if (results[at]?.['status'] !== 'stored') continue
    const { voucher_id: voucher } = isJsonObject(external) ? external : {}
    desk.told.push({
      id: textIn(id).toLowerCase(),
      part: typeof part === 'number' ? part : 0,
      outcome: textIn(outcome),
      voucher: textIn(voucher),
    })
  }
}

function noteMarked(shop: Shop, desk: Desk, body: JsonObject, answer: JsonObject): void {
  const stale = rowsIn(answer['results'])
    .filter(({ status, error }) => status === 'stale' || codeIn(error) === 'stale')
    .map((result) => textIn(result[shop.mark.id]).toLowerCase())
  const numbers = textsIn(body['invoice_nos'])
  const byNumber = desk.held.filter(
    ({ id, number = '' }) => numbers.includes(number) && !desk.marked.has(id),
  )
  for (const row of [...acknowledgedIn(shop, body), ...byNumber.map(({ id }) => ({ id }))]) {
    desk.acknowledged.push({ ...row, isStale: stale.includes(row.id) })
  }
  for (const { id } of desk.held) if (!shop.waits(desk.daybook, id)) desk.marked.add(id)
}

function codeIn(error: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(error) ? error['code'] : undefined
}

/** The ids that a call acknowledges, accepted or not. */
export function idsIn(shop: Shop, path: string, body: JsonObject): string[] {
  return path === shop.mark.path ? acknowledgedIn(shop, body).map(({ id }) => id) : []
}

function acknowledgedIn({ mark }: Shop, body: JsonObject): Acknowledged[] {
  const rows = rowsIn(body[mark.rows]).flatMap(({ [mark.id]: id, revision, fence }) =>
    typeof id !== 'string'
      ? []
      : [{ id: id.toLowerCase(), revision: revision ?? undefined, fence: fence ?? undefined }],
  )
  return [...textsIn(body['ids']).map((id) => ({ id: id.toLowerCase() })), ...rows]
}

function textIn(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

function textsIn(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
}

export function heldOf({ held }: Desk, id: string): Held | undefined {
  return held.find((each) => each.id === id.toLowerCase())
}

/** Gives all leases back, as if their time were over. */
export async function endLeases({ daybook, leases }: Desk): Promise<void> {
  for (const id of leases) await giveBack(daybook, id)
  leases.clear()
}

async function giveBack(daybook: Daybook, id: string): Promise<void> {
  await daybook.ask({ method: 'POST', path: `${leasesPath}${id}`, body: { seconds: 0 } })
}

/** Leases everything to another worker and gives it back. The client's next acknowledgements are too late then. */
export async function overtake({ list }: Shop, desk: Desk): Promise<void> {
  await endLeases(desk)
  const query = new URLSearchParams({ lease: String(leaseSecondsMax) })
  const { body } = await desk.daybook.ask({ method: 'GET', path: list.path, query })
  if (typeof body['lease_id'] === 'string') await giveBack(desk.daybook, body['lease_id'])
}
