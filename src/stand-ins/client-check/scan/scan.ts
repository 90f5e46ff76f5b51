import type { Profile } from '../scenario.ts'
import {
  acknowledgingScenarios,
  changedMeanwhile,
  leaseOver,
  listScenarios,
  refusalScenarios,
} from '../waiting/scenarios.ts'

import {
  staged,
  type WaitingScenario,
  lettingSomeWait,
  lettingWait,
  type Supply,
} from '../waiting/waiting.ts'
import { acknowledgedIn, answerOf, kindOf, refusal } from './api.ts'
import { type Bill, sampleLine, billOf } from './documents.ts'
import { idsOf, isGiven } from '../waiting/desk.ts'

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
