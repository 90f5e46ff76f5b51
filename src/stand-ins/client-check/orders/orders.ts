import { acknowledgedIn, answerOf, kindOf } from './api.ts'
import { type AboutOrder, letWait, type Order, nameOf, orderSupply, wrongAmount } from './order.ts'
import type { Profile } from '../scenario.ts'
import { storefrontRefusal } from '../storefront.ts'
import { idsOf, isGiven } from '../waiting/desk.ts'
import {
  acknowledgingScenarios,
  changedMeanwhile,
  leaseOver,
  listScenarios,
  refusalScenario,
  refusalScenarios,
  slowList,
} from '../waiting/scenarios.ts'
import { type WaitingScenario, staged } from '../waiting/waiting.ts'

type Paper = Pick<WaitingScenario<Order>, 'name' | 'title' | 'why'> & {
  waiting: readonly AboutOrder[]
  /** How many of the first of them need not be dealt with. */
  bad?: number
}

const unknownFields: Paper = {
  name: 'unknown_fields',
  title: 'Orders and lines have fields that your client does not know',
  why: 'The API gets new fields. What is not known is passed over.',
  waiting: [
    { head: { later: { than: [1, null] }, note: null } },
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
    { wrongBy: 90, lines: [{ sku: 'IN-NO-CATALOGUE', name: 'Unknown', quantity: 1_000_000 }] },
    ...Array.from({ length: 9 }, () => ({})),
  ],
  bad: 1,
}

const papers = [unknownFields, fewFields, characters, paise, shortTotal, cancelled, poison]

/** What an order can say. */
const paperScenarios: readonly WaitingScenario<Order>[] = papers.map(
  ({ waiting, bad = 0, ...about }) => ({
    ...about,
    begin(desk, { now }) {
      const held = letWait(desk, now(), waiting)
      return { wanted: () => idsOf(held.slice(bad)), isShown: () => isGiven(held) }
    },
  }),
)

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
  ({ head }) => Object.assign(head, { status: 'packed', revision: head.revision + 1 }),
)

const cancelledMeanwhile = changedMeanwhile(
  orderSupply,
  {
    name: 'cancelled_meanwhile',
    title: 'An order is cancelled between fetching and acknowledging',
    why: 'What you booked is no sale any more. An acknowledgement with `revision` is answered with the error `stale` of its row, and the others of the call count: fetch it anew, take back what you booked, and acknowledge the new revision, or tell with import-results that it changed.',
  },
  ({ head }) => Object.assign(head, { status: 'cancelled', revision: head.revision + 1 }),
)

/** What a client of orders can meet, the harmless first. */
const orderScenarios: readonly WaitingScenario<Order>[] = [
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
  place: '/storefront',
  scenarios: orderScenarios.map((scenario) =>
    staged({ kindOf, answerOf, nameOf, wrongAmount }, scenario),
  ),
  refusal: storefrontRefusal,
  takesApiKeyHeader: false,
  beyond: /\/v1\/(?:bridge|changes|leases|whoami|limits|products|categories|offers)\b/,
  acknowledgedIn,
}
