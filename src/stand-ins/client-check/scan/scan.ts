import { deliveredFacts } from '../../../paper/delivered-facts.ts'
import { factsOf } from '../../../paper/facts.ts'
import { documentOf } from '../../../paper/paper.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json/json.ts'
import { type Bill, sampleLine, billOf } from './documents.ts'
import { type Answer, refusing, type Request, type Profile } from '../scenario.ts'
import { outOf, readPage, renew, takeResults } from '../waiting/calls.ts'
import { acknowledge, type Desk, listWaiting, type Row, idsOf, isGiven } from '../waiting/desk.ts'
import {
  acknowledgingScenarios,
  changedMeanwhile,
  leaseOver,
  listScenarios,
  refusalScenarios,
} from '../waiting/scenarios.ts'
import {
  type WaitingKind,
  staged,
  type WaitingScenario,
  lettingSomeWait,
  lettingWait,
  type Supply,
} from '../waiting/waiting.ts'

/** Bounds of the contract. */
const limits = { usual: 500, max: 1000 }
const entriesMax = 10_000

const categories = ['vendor_invoice', 'purchase_order', 'bank_entry']

function refusal(_status: number, error: string): JsonObject {
  return { error }
}

const refused = refusing(refusal)

function kindOf({ method, path }: Pick<Request, 'method' | 'path'>): WaitingKind {
  if (path === 'scans/unsynced') return 'list'
  if (method !== 'POST') return 'other'
  if (path === 'scans/mark-synced') return 'mark'
  if (path === 'import-results') return 'results'
  return path.startsWith('leases/') ? 'lease' : 'other'
}

/** Answers one call as Daybook does. */
function answerOf(desk: Desk<Bill>, request: Request): Answer {
  const { method, path, body, now } = request
  const allowed = path === 'scans/unsynced' ? ['GET', 'HEAD'] : ['POST']
  const kind = kindOf(request)
  if (kind === 'other') return other(request)
  if (!allowed.includes(method)) return refused(405, `${method} is not what ${path} takes.`)
  if (kind === 'list') return list(desk, request)
  if (!isJsonObject(body)) return refused(400, 'The body must be a JSON object.')
  if (kind === 'mark') return mark(desk, body, now)
  return kind === 'results'
    ? takeResults(desk, body, refused)
    : renew(desk, { path, body, now }, refused)
}

/** What a client of documents may ask beside: names, none of which the sample shop has, and who it is. */
function other({ method, path, now }: Request): Answer {
  if (path === 'scans/mark-synced' || path === 'import-results') {
    return refused(405, `${method} is not what ${path} takes.`)
  }
  if (method === 'GET' && (path === 'vendors' || path === 'products')) {
    return { status: 200, body: { count: 0, items: [] } }
  }
  return refused(404, `There is no ${path} here, at ${new Date(now).toISOString()}.`)
}

function list(desk: Desk<Bill>, { query, now }: Request): Answer {
  const page = readPage(query, limits)
  if (typeof page === 'string') return refused(400, page)
  const category = query.get('category') ?? ''
  if (category !== '' && !categories.includes(category)) {
    return refused(400, outOf('category', `one of ${categories.join(', ')}`, query))
  }
  const listed = listWaiting(desk, {
    ...page,
    now,
    isWanted: (bill) => category === '' || bill.category === category,
  })
  if (typeof listed === 'string') return refused(400, listed)
  const { documents, waiting, next, leased } = listed
  const hasFacts = query.get('facts') !== 'false'
  const items = documents.map((bill) => itemOf(bill, hasFacts))
  return { status: 200, body: { count: items.length, items, waiting, next, ...leased } }
}

function itemOf(bill: Bill, hasFacts: boolean): JsonObject {
  const item = { ...bill, revision: revisionOf(bill) }
  if (!hasFacts) return item
  const facts = deliveredFacts(factsOf(documentOf(bill.data, bill.category)))
  return { ...item, facts: JSON.parse(JSON.stringify(facts)) }
}

/** Changes with what is delivered, and only then. */
function revisionOf({ data }: Bill): string {
  return Bun.SHA256.hash(JSON.stringify(data), 'hex').slice(0, 16)
}

function mark(desk: Desk<Bill>, body: JsonObject, now: number): Answer {
  const rows = rowsOf(desk, body)
  if (typeof rows === 'string') return refused(400, rows)
  const results = rows.map((row) => {
    const { id, by } = row
    return { by, id, ...acknowledge(desk, row, { revisionOf, mark: () => true }) }
  })
  const ofItems = results.flatMap(({ by, ...result }) => (by === 'items' ? [result] : []))
  return {
    status: 200,
    body: {
      ok: true,
      updated: results.filter(({ status }) => status === 'marked' || status === 'late').length,
      synced_at: new Date(now).toISOString(),
      ...(body['items'] === undefined ? {} : { results: ofItems }),
    },
  }
}

/** What an acknowledgement names, or what is wrong with it. */
function rowsOf(desk: Desk<Bill>, body: JsonObject): Row[] | string {
  const lists = ['ids', 'invoice_nos', 'items'].map((name) => body[name] ?? undefined)
  if (lists.every((value) => value === undefined)) {
    return 'ids or invoice_nos must be given: nothing names a scan.'
  }
  const [ids = [], numbers = [], items = []] = lists
  if (!isTexts(ids)) return `ids must be a list of at most ${entriesMax} texts.`
  if (!isTexts(numbers)) return `invoice_nos must be a list of at most ${entriesMax} texts.`
  if (!Array.isArray(items) || !items.every(isJsonObject)) return 'items must be a list of objects.'
  const ofNumber = (number: string): Row[] =>
    desk.held
      .filter(({ document, isMarked }) => document.invoice_no === number && !isMarked)
      .map(({ document }) => ({ id: document.id, by: 'invoice_nos' }))
  return [
    ...ids.map((id): Row => ({ id, by: 'ids' })),
    ...numbers.flatMap(ofNumber),
    ...items.map(rowOfItem),
  ]
}

function isTexts(value: JsonValue): value is string[] {
  const isList = Array.isArray(value) && value.length <= entriesMax
  return isList && value.every((entry) => typeof entry === 'string')
}

function rowOfItem({ id, revision, fence }: JsonObject): Row {
  return {
    id: typeof id === 'string' ? id : '',
    by: 'items',
    ...(typeof revision === 'string' && { revision }),
    ...(typeof fence === 'number' && { fence }),
  }
}

/** Ids that an acknowledgement names, whatever becomes of it. */
function acknowledgedIn(path: string, { ids, items }: JsonObject): string[] {
  if (path !== 'scans/mark-synced') return []
  const rows = Array.isArray(items) ? items.filter(isJsonObject).map(({ id }) => id ?? null) : []
  return [...(Array.isArray(ids) ? ids : []), ...rows].filter((id) => typeof id === 'string')
}

/** Numbers are of one scenario alone: a client may well refuse a number that it has. */
let numbered = 0

/** Lets as many documents wait as there are descriptions, the first one the oldest. */
const letWait = lettingWait((about: AboutBill & { createdAt: number }): Bill => {
  numbered += 1
  return billOf({ number: `DB/${about.createdAt.toString(36)}/${numbered}`, ...about })
})

const bills: Supply<Bill> = {
  noun: 'documents',
  one: 'document',
  letWait: lettingSomeWait(letWait),
}

const unknownFields: Scenario = {
  name: 'unknown_fields',
  title: 'Documents have fields that your client does not know',
  why: 'Labels that no rule knows are delivered as they are printed, and the API gets new fields. What is not known is passed over.',
  begin(desk, { now }) {
    const more = { later: { than: [1, null] }, note: null, tags: [] }
    const held = letWait(desk, now(), [
      { more, metadata: { 'Cold Chain °C': '4 to 8', e_way: null, parts: [{ a: 1 }] } },
      { lines: [sampleLine({ 'Qty (2)': '2 Bags', extra: { deep: true }, none: null })] },
    ])
    return { wanted: () => idsOf(held), isShown: () => isGiven(held) }
  },
}

const fewFields: Scenario = {
  name: 'few_fields',
  title: 'A document has no number, another no lines and no date',
  why: 'The contract promises neither. Book it, or say with import-results why it cannot be: what nobody tells of is lost after 30 days.',
  begin(desk, { now }) {
    const held = letWait(desk, now(), [
      { number: undefined },
      { lines: [], metadata: { invoice_date: '', gstin: '' } },
    ])
    return { wanted: () => idsOf(held), isShown: () => isGiven(held) }
  },
}

/** The first letter is two code points also where letters are composed: Daybook delivers all text in Unicode NFC. */
const twoPointLetter = '\u0915\u093C\u0932\u092E'

const characters: Scenario = {
  name: 'characters',
  title: 'Texts with &, <, quotes, Devanagari, letters of two code points, an emoji and U+0003',
  why: 'What goes into XML or CSV wants escaping, and U+0003 cannot stand in XML at all: it is left out, and the document is booked.',
  begin(desk, { now }) {
    const held = letWait(desk, now(), [
      { filename: 'M&S <bill> "7".pdf', metadata: { remarks: `Tom & Sons <"'>` } },
      { filename: 'दुकान – बिल.pdf', lines: [sampleLine({ remarks: 'मीठा चावल' })] },
      { metadata: { remarks: twoPointLetter }, lines: [sampleLine({ remarks: '🧾' })] },
      { metadata: { remarks: 'end\u0003of text' } },
    ])
    return { wanted: () => idsOf(held), isShown: () => isGiven(held) }
  },
}

const poison: Scenario = {
  name: 'poison',
  title: 'One document of five cannot be booked',
  why: 'Its amounts contradict each other and its date is none. It keeps no other: book the rest, and tell with import-results what is wrong with it.',
  begin(desk, { now }) {
    const bad = {
      metadata: { invoice_date: '', total: 9, taxable_value: -1e9 },
      lines: [{ Qty: 'two', amount: -1e9, 'Rate per': 'dozen' }],
    }
    const held = letWait(desk, now(), [bad, {}, {}, {}, {}])
    return { wanted: () => idsOf(held.slice(1)), isShown: () => isGiven(held) }
  },
}

const paperScenarios: readonly Scenario[] = [unknownFields, fewFields, characters, poison]

const revised = changedMeanwhile(
  bills,
  {
    name: 'revised',
    title: 'A document is corrected between fetching and acknowledging',
    why: 'What you booked is not what it says now. An acknowledgement with `revision` is answered `stale`: fetch it anew, mend what you booked, and acknowledge the new revision, or tell with import-results that it changed.',
  },
  ({ data: { invoice_metadata: metadata } }) => {
    metadata['total'] = 1051
    metadata['round_off'] = 1
  },
)

/** What a client of scan export can meet, the harmless first. */
export const scanScenarios: readonly WaitingScenario<Bill>[] = [
  ...listScenarios(bills, ', until it is deleted after 30 days'),
  ...paperScenarios,
  ...refusalScenarios(bills),
  ...acknowledgingScenarios(bills),
  leaseOver(bills),
  revised,
]

function nameOf({ id, invoice_no: number }: Bill): string {
  return number === undefined ? `The document ${id}` : `The document ${number} (${id})`
}

export const scan: Profile = {
  name: 'scan',
  title: 'A client of scan export',
  place: '/scan-export',
  scenarios: scanScenarios.map((scenario) => staged({ kindOf, answerOf, nameOf }, scenario)),
  refusal,
  takesApiKeyHeader: true,
  beyond: /\/v1\/(?:bridge|changes|leases|whoami|limits|vendors|products)\b/,
  acknowledgedIn,
}

type Scenario = WaitingScenario<Bill>

type AboutBill = Omit<Parameters<typeof billOf>[0], 'createdAt'> & { createdAt?: number }
