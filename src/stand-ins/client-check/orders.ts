import { newId } from '../../platform/ids.ts'
import type { JsonObject } from '../../platform/json/json.ts'
import { toRupees } from '../../platform/money.ts'
import { putBackOrder } from '../../services/storefront/orders/delivery/put-back.ts'
import { moveStatus } from '../../services/storefront/orders/move-status.ts'
import { importOrder, readImportedOrder } from '../../services/storefront/orders/orders-file.ts'
import { listLimitMax } from '../../services/storefront/orders/rules.ts'
import { orderWaits } from '../../services/storefront/service.ts'
import type { Daybook } from './daybook.ts'
import { type About, type Profile, rowsIn } from './scenario.ts'
import { type Held, idsIn, type Shop } from './waiting/desk.ts'
import {
  acknowledgingScenarios,
  changedMeanwhile,
  leaseOver,
  listScenarios,
  refusalScenario,
  refusalScenarios,
  slowList,
  wantedOnceGiven,
} from './waiting/scenarios.ts'
import { lettingWait, staged, type Supply, type WaitingScenario } from './waiting/waiting.ts'

const shop: Shop = {
  place: '/storefront',
  list: { path: 'orders/unsynced', items: 'data', limitMax: listLimitMax },
  mark: { path: 'orders/sync', rows: 'orders', id: 'order_id' },
  readable: [],
  waits: ({ deps }, id) => orderWaits(deps.database.read, id),
}

/** How a scenario's line differs from a plain one. Money in paise. */
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

/** How a scenario's order differs from a plain one. */
type AboutOrder = {
  createdAt?: number
  discount?: number
  lines?: readonly AboutLine[]
  head?: JsonObject
  status?: string
  /** Changes the order as it is delivered. */
  more?(shown: JsonObject): JsonObject
}

/** The item of every order here. A client that looks up names or SKUs needs only this one. */
const sample = {
  sku: 'RICE-5KG',
  name: 'Basmati Rice 5 kg',
  unitPrice: 52_500,
  gst: 500,
  quantity: 1,
}

/** Adds an order for each description, the first one the oldest. */
const letWait = lettingWait(putOrder)

const orderSupply: Supply = {
  shop,
  noun: 'orders',
  one: 'order',
  letWait,
  putBack: async ({ daybook: { deps, userId } }, id) => await putBackOrder(deps, id, userId),
}

/** Each scenario has its own numbers, because a client may refuse a number that it has. */
let numbered = 0

/** An order of 1,050.00 rupees including 5 % GST within the state, unless it is described otherwise. */
async function putOrder(
  { deps: { database, clock } }: Daybook,
  about: AboutOrder & { createdAt: number },
): Promise<Held> {
  const { createdAt, discount = 0, lines = [{ quantity: 2 }], head, status = 'paid', more } = about
  numbered += 1
  const [id, number] = [newId(createdAt), `CHECK/${createdAt.toString(36)}/${numbered}`]
  const items = lines.map((line) => itemOf({ ...sample, ...line }))
  const order = {
    order_no: number,
    customer_name: 'Asha Rao',
    customer_phone: '98450 12345',
    shipping_address: '12 MG Road',
    shipping_city: 'Pune',
    shipping_state: 'Maharashtra',
    shipping_pincode: '411001',
    discount: toRupees(discount),
    created_at: new Date(createdAt).toISOString(),
    ...head,
    status,
    items,
  }
  await database.write((conn) =>
    importOrder(conn, readImportedOrder(order, id, clock.now()), clock.now()),
  )
  const delivered = lines
    .map((line) => ({ ...sample, ...line }))
    .reduce((all, { sku, unitPrice, quantity }) => all + (sku === '' ? 0 : unitPrice * quantity), 0)
  return {
    id,
    name: `The order ${number} (${id})`,
    due: status === 'cancelled' ? cancelledDue : dueOf(delivered - discount),
    show: (shown) => ({
      ...shown,
      ...more?.(shown),
      items: rowsIn(shown['items']).map((item, at) => ({ ...item, ...lines[at]?.more })),
    }),
  }
}

function itemOf({ sku, name, unitPrice, gst, quantity }: Required<Omit<AboutLine, 'more'>>) {
  return {
    ...(sku !== '' && { sku }),
    product_name: name,
    hsn: '1006',
    quantity,
    unit_price: toRupees(unitPrice),
    gst_pct: gst / 100,
  }
}

const cancelledDue = { paise: 0, why: 'it is cancelled' }

function dueOf(paise: number): NonNullable<Held['due']> {
  return { paise, why: `what is delivered of it comes to ${toRupees(paise).toFixed(2)}` }
}

type Paper = About & {
  waiting: readonly AboutOrder[]
  /** How many of the first orders the client need not deal with. */
  bad?: number
}

const unknownFields: Paper = {
  name: 'unknown_fields',
  title: 'Orders and lines have fields that your client does not know',
  why: 'The API gets new fields. What is not known is passed over.',
  waiting: [
    { more: () => ({ later: { than: [1, null] }, note: null }) },
    { lines: [{ quantity: 2, more: { tags: [], parts: [{ a: 1 }] } }] },
  ],
}

const fewFields: Paper = {
  name: 'few_fields',
  title: 'An order has no customer and no address',
  why: 'A counter sale has neither: texts are then `""`. Book it, or say with import-results why it cannot be.',
  waiting: [
    {
      head: {
        customer_name: '',
        customer_phone: '',
        shipping_address: '',
        shipping_city: '',
        shipping_state: '',
        shipping_pincode: '',
      },
    },
  ],
}

const characters: Paper = {
  name: 'characters',
  title: 'Texts with &, <, quotes, Devanagari, an emoji and an address of several lines',
  why: 'What goes into XML or CSV wants escaping. Names are written as they are, and the order is booked.',
  waiting: [
    { head: { customer_name: `M&S <Traders> "Pune" 'East'` } },
    { head: { customer_name: 'आशा राव', shipping_city: 'पुणे' } },
    { head: { shipping_address: 'Shop 4,\nMG Road\nनया बाज़ार 🧾' } },
    { lines: [{ name: 'बासमती चावल 5 kg & <दाल>', quantity: 2 }] },
  ],
}

const paise: Paper = {
  name: 'paise',
  title: 'Amounts with paise, a discount, and lines of several GST rates',
  why: '`total` is `subtotal` + `gst_total` − `discount`, to the paisa. Reckon in paise or decimals: in binary fractions 0.1 + 0.2 is not 0.3.',
  waiting: [
    { lines: [{ unitPrice: 10, quantity: 3 }, { unitPrice: 20 }] },
    {
      lines: [
        { unitPrice: 33_333, quantity: 3, gst: 1800 },
        { unitPrice: 99_999, gst: 0 },
      ],
    },
    { discount: 1_005, lines: [{ quantity: 2 }, { unitPrice: 12_345, gst: 1200 }] },
  ],
}

const shortTotal: Paper = {
  name: 'short_total',
  title: 'Some lines of an order are not delivered, and its total counts them',
  why: '`excluded_items` says how many lines without a SKU there are, and what they come to. Book what the lines in `items` come to, or tell with import-results that somebody has to look; never the whole total.',
  waiting: [{ lines: [{ quantity: 2 }, { sku: '', name: 'Gift wrapping', unitPrice: 4_200 }] }, {}],
}

const cancelled: Paper = {
  name: 'cancelled',
  title: 'One of three orders is cancelled',
  why: 'Orders of every status are delivered: look at `status`. A cancelled one is acknowledged, or told of with import-results, and is no sale.',
  waiting: [{}, { status: 'cancelled' }, {}],
}

const poison: Paper = {
  name: 'poison',
  title: 'One order of ten cannot be booked',
  why: 'Its article is in no catalogue, and its total is 0.90 more than its lines. It keeps no other: book the rest, and tell with import-results what is wrong with it.',
  waiting: [
    {
      lines: [{ sku: 'IN-NO-CATALOGUE', name: 'Unknown', quantity: 100_000 }],
      more: ({ total }) => ({ total: Number(total) + 0.9 }),
    },
    ...Array.from({ length: 9 }, () => ({})),
  ],
  bad: 1,
}

const papers = [unknownFields, fewFields, characters, paise, shortTotal, cancelled, poison]

/** What an order can say. */
const paperScenarios: readonly WaitingScenario[] = papers.map(({ waiting, bad = 0, ...about }) => ({
  ...about,
  async begin(desk) {
    const held = await letWait(desk, waiting)
    return wantedOnceGiven(desk, held, held.slice(bad))
  },
}))

const revoked = refusalScenario(orderSupply, {
  name: 'revoked',
  title: 'The key is refused with 401 from an acknowledgement on, for a while',
  why: 'What was booked is not acknowledged yet. Stop, tell a person, ask again later, and book nothing twice.',
  fault: { kind: 'refuse', status: 401, message: 'This key was revoked.' },
  from: ['mark'],
  of: ['list', 'mark', 'results', 'lease', 'other'],
})

const revised = changedMeanwhile(
  orderSupply,
  {
    name: 'revised',
    title: 'An order is packed between fetching and acknowledging',
    why: 'An acknowledgement with `revision` is answered with the error `stale` of its row: fetch it anew, and acknowledge the new revision.',
  },
  async ({ daybook: { deps } }, { id }) => await moveStatus(deps, id, 'packed'),
)

const cancelledMeanwhile = changedMeanwhile(
  orderSupply,
  {
    name: 'cancelled_meanwhile',
    title: 'An order is cancelled between fetching and acknowledging',
    why: 'What you booked is no sale any more. An acknowledgement with `revision` is answered with the error `stale` of its row, and the others of the call count: fetch it anew, take back what you booked, and acknowledge the new revision, or tell with import-results that it changed.',
  },
  async ({ daybook: { deps } }, held) => {
    held.due = cancelledDue
    await moveStatus(deps, held.id, 'cancelled')
  },
)

/** What a client of orders can meet, the harmless first. */
const orderScenarios: readonly WaitingScenario[] = [
  ...listScenarios(orderSupply, ''),
  slowList(orderSupply),
  ...paperScenarios,
  ...refusalScenarios(orderSupply),
  revoked,
  ...acknowledgingScenarios(orderSupply),
  leaseOver(orderSupply),
  revised,
  cancelledMeanwhile,
]

export const orders: Profile = {
  name: 'orders',
  title: 'A client of orders',
  place: shop.place,
  scenarios: orderScenarios.map((scenario) => staged(shop, scenario)),
  takesApiKeyHeader: false,
  beyond: /\/v1\/(?:bridge|changes|leases|whoami|limits|products|categories|offers)\b/,
  acknowledgedIn: (path, body) => idsIn(shop, path, body),
}
