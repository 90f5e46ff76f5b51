import { newId } from '../../platform/ids.ts'
import type { JsonObject } from '../../platform/json/json.ts'
import { storeScan } from '../../services/scan-export/intake/store-scan.ts'
import { putBackScan } from '../../services/scan-export/delivery/put-back.ts'
import { listLimitMax } from '../../services/scan-export/scans/rules.ts'
import { correctField, scanWaits } from '../../services/scan-export/service.ts'
import type { Daybook } from './daybook.ts'
import type { Profile } from './scenario.ts'
import { type Held, idsIn, type Shop } from './waiting/desk.ts'
import {
  acknowledgingScenarios,
  changedMeanwhile,
  leaseOver,
  listScenarios,
  refusalScenarios,
  wantedOnceGiven,
} from './waiting/scenarios.ts'
import { lettingWait, staged, type Supply, type WaitingScenario } from './waiting/waiting.ts'

const shop: Shop = {
  place: '/scan-export',
  list: { path: 'scans/unsynced', items: 'items', limitMax: listLimitMax },
  mark: { path: 'scans/mark-synced', rows: 'items', id: 'id' },
  // The lists of names. The sample shop has none.
  readable: ['vendors', 'products'],
  waits: ({ deps }, id) => scanWaits(deps.database.read, id),
}

/** How a scenario's bill differs from a plain one. */
type AboutBill = {
  /** Milliseconds since the epoch. */
  createdAt?: number
  /** Undefined for a bill without a number. */
  number?: string | undefined
  filename?: string
  metadata?: JsonObject
  lines?: JsonObject[]
  /** Fields beside those of the contract. */
  more?: JsonObject
}

/** The seller and the item of every bill here. A client that looks up names needs only these two. */
const sampleSeller = { vendor_name: 'Om Sai Wholesale', gstin: '27AGDFO8688H1ZB' }
const sampleItem = 'Basmati Rice 5 kg'

/** Each scenario has its own numbers, because a client may refuse a number that it has. */
let numbered = 0

/** A bill of 1,050.00 rupees with 5 % GST within the state. */
async function putBill(
  { deps, userId }: Daybook,
  about: AboutBill & { createdAt: number },
): Promise<Held> {
  numbered += 1
  const { createdAt, filename = 'bill.pdf', metadata, lines = [sampleLine()], more } = about
  const number = 'number' in about ? about.number : `DB/${createdAt.toString(36)}/${numbered}`
  const id = newId(createdAt)
  const scan = { id, userId, category: 'vendor_invoice', filename, createdAt } as const
  const head = {
    invoice_no: number ?? '',
    invoice_date: dayOf(createdAt),
    ...sampleSeller,
    name: sampleSeller.vendor_name,
    taxable_value: 1000,
    cgst: 25,
    sgst: 25,
    total: 1050,
    ...metadata,
  }
  const raw = { invoice_metadata: head, line_items: lines }
  await deps.database.write((conn) =>
    storeScan(conn, deps, { ...scan, raw, failureReason: null, document: null }, deps.clock.now()),
  )
  const name = number === undefined ? `The document ${id}` : `The document ${number} (${id})`
  return { id, name, number, show: (item) => ({ ...item, ...more }) }
}

function sampleLine(more: JsonObject = {}): JsonObject {
  return {
    description: sampleItem,
    hsn: '1006',
    qty: 2,
    rate: 500,
    amount: 1000,
    gst_rate: 5,
    ...more,
  }
}

/** The first of its month: every edition of every accounting program takes that. */
function dayOf(createdAt: number): string {
  return `${new Date(createdAt).toISOString().slice(0, 7)}-01`
}

const letWait = lettingWait(putBill)

const bills: Supply = {
  shop,
  noun: 'documents',
  one: 'document',
  letWait,
  putBack: async ({ daybook: { deps, userId } }, id) => await putBackScan(deps, id, userId),
}

const unknownFields: WaitingScenario = {
  name: 'unknown_fields',
  title: 'Documents have fields that your client does not know',
  why: 'Labels that no rule knows are delivered as they are printed, and the API gets new fields. What is not known is passed over.',
  async begin(desk) {
    const more = { later: { than: [1, null] }, note: null, tags: [] }
    const held = await letWait(desk, [
      { more, metadata: { 'Cold Chain °C': '4 to 8', e_way: null, parts: [{ a: 1 }] } },
      { lines: [sampleLine({ 'Qty (2)': '2 Bags', extra: { deep: true }, none: null })] },
    ])
    return wantedOnceGiven(desk, held)
  },
}

const fewFields: WaitingScenario = {
  name: 'few_fields',
  title: 'A document has no number, another no lines and no date',
  why: 'The contract promises neither. Book it, or say with import-results why it cannot be: what nobody tells of is lost after 30 days.',
  async begin(desk) {
    const held = await letWait(desk, [
      { number: undefined },
      { lines: [], metadata: { invoice_date: '', gstin: '' } },
    ])
    return wantedOnceGiven(desk, held)
  },
}

/** The first letter is two code points also where letters are composed: Daybook delivers all text in Unicode NFC. */
const twoPointLetter = '\u0915\u093C\u0932\u092E'

const characters: WaitingScenario = {
  name: 'characters',
  title: 'Texts with &, <, quotes, Devanagari, letters of two code points, an emoji and U+0003',
  why: 'What goes into XML or CSV wants escaping, and U+0003 cannot stand in XML at all: it is left out, and the document is booked.',
  async begin(desk) {
    const held = await letWait(desk, [
      { filename: 'M&S <bill> "7".pdf', metadata: { remarks: `Tom & Sons <"'>` } },
      { filename: 'दुकान – बिल.pdf', lines: [sampleLine({ remarks: 'मीठा चावल' })] },
      { metadata: { remarks: twoPointLetter }, lines: [sampleLine({ remarks: '🧾' })] },
      { metadata: { remarks: 'end\u0003of text' } },
    ])
    return wantedOnceGiven(desk, held)
  },
}

const poison: WaitingScenario = {
  name: 'poison',
  title: 'One document of five cannot be booked',
  why: 'Its amounts contradict each other and its date is none. It keeps no other: book the rest, and tell with import-results what is wrong with it.',
  async begin(desk) {
    const bad = {
      metadata: { invoice_date: '', total: 9, taxable_value: -1e9 },
      lines: [{ Qty: 'two', amount: -1e9, 'Rate per': 'dozen' }],
    }
    const held = await letWait(desk, [bad, {}, {}, {}, {}])
    return wantedOnceGiven(desk, held, held.slice(1))
  },
}

const paperScenarios: readonly WaitingScenario[] = [unknownFields, fewFields, characters, poison]

const revised = changedMeanwhile(
  bills,
  {
    name: 'revised',
    title: 'A document is corrected between fetching and acknowledging',
    why: 'What you booked is not what it says now. An acknowledgement with `revision` is answered `stale`: fetch it anew, mend what you booked, and acknowledge the new revision, or tell with import-results that it changed.',
  },
  async ({ daybook: { deps, userId: by } }, { id }) => {
    await correctField(deps, id, { keys: ['total'], value: '1051', by })
    await correctField(deps, id, { keys: ['round_off'], value: '1', by })
  },
)

/** What a client of scan export can meet, the harmless first. */
const scanScenarios: readonly WaitingScenario[] = [
  ...listScenarios(bills, ', until it is deleted after 30 days'),
  ...paperScenarios,
  ...refusalScenarios(bills),
  ...acknowledgingScenarios(bills),
  leaseOver(bills),
  revised,
]

export const scan: Profile = {
  name: 'scan',
  title: 'A client of scan export',
  place: shop.place,
  scenarios: scanScenarios.map((scenario) => staged(shop, scenario)),
  takesApiKeyHeader: true,
  beyond: /\/v1\/(?:bridge|changes|leases|whoami|limits|vendors|products)\b/,
  acknowledgedIn: (path, body) => idsIn(shop, path, body),
}
