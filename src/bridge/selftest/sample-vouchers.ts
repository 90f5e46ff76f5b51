import type { NewLedger } from '../books.ts'
import { type Bench, type Check, reasonOf, safe, unclear } from './bench.ts'
import { readMasters } from '../tally/masters.ts'
import { importRequest, renderLedger } from '../tally/render.ts'
import type { Transport } from '../tally/transport.ts'
import { field, attribute, dateText, yesNo } from '../tally/write-xml.ts'
import type { Paise, Voucher } from '../vouchers/voucher.ts'

/** The start of the narration of each test voucher. Somebody else entered any voucher without it. */
export const narrationStart = 'Daybook selftest: '

/** The total of the sample bill and of its goods. */
const billPaise: Paise = 100_000

/** A seller's bill as accounting invoice, the kind that the bridge enters most. */
export function bill({ date }: Bench, what: string): Voucher {
  const reference = `DBT/${what}`
  const party = names.supplier
  return {
    kind: 'purchase',
    voucherType: 'Purchase',
    date,
    party,
    reference,
    referenceDate: date,
    narration: narrationStart + what,
    entries: [
      {
        ledger: party,
        paise: 0 - billPaise,
        isParty: true,
        bill: { name: reference, type: 'New Ref' },
      },
      { ledger: names.purchase, paise: billPaise, role: 'goods' },
    ],
    items: [],
    tax: {},
  }
}

/** The bill with its goods on another ledger. */
export function withPurchase(voucher: Voucher, name: string): Voucher {
  const entries = voucher.entries.map((entry) =>
    entry.isParty === true ? entry : { ...entry, ledger: name },
  )
  return { ...voucher, entries }
}

/** The same bill with stock: three pieces at a rate of three decimals, together 100.005. */
export function itemBill(bench: Bench, what: string): Voucher {
  const plain = bill(bench, what)
  const party = plain.entries.filter(({ isParty }) => isParty === true)
  return {
    ...plain,
    kind: 'purchase_items',
    entries: party.map((entry) => ({ ...entry, paise: 0 - itemsPaise })),
    items: [goods(bench, names.purchase, itemsPaise)],
  }
}

const itemsPaise: Paise = 10_000
const pieces = 3
const rate = 33.335

function goods({ godown }: Bench, ledger: string, paise: Paise): Voucher['items'][number] {
  return {
    item: names.item,
    ledger,
    paise,
    billedQty: pieces,
    actualQty: pieces,
    unit: names.unit,
    rate,
    godown,
    batch: '',
    hsn: '',
  }
}

export function salesOrder(bench: Bench, what: string): Voucher {
  return {
    ...bill(bench, what),
    kind: 'sales_order',
    voucherType: 'Sales Order',
    party: names.customer,
    entries: [{ ledger: names.customer, paise: itemsPaise, isParty: true }],
    items: [goods(bench, names.sales, 0 - itemsPaise)],
  }
}

export function payment(bench: Bench, what: string): Voucher {
  const { date } = bench
  const bank = {
    type: 'Others',
    number: 'DBT1',
    favouring: names.supplier,
    date,
    bankersDate: date,
  }
  return {
    kind: 'payment',
    voucherType: 'Payment',
    date,
    party: names.supplier,
    reference: '',
    narration: narrationStart + what,
    entries: [
      { ledger: names.supplier, paise: billPaise, isParty: true },
      { ledger: names.bank, paise: 0 - billPaise, bank: { ...bank, type: 'Others' } },
    ],
    items: [],
    tax: {},
  }
}

/** A request to delete the voucher with a REMOTEID. Only the test deletes; the bridge never does. */
export function deletion(
  { company }: Pick<Bench, 'company'>,
  { voucherType, date }: Pick<Voucher, 'voucherType' | 'date'>,
  remoteId: string,
): string {
  const attributes = [
    attribute('REMOTEID', remoteId),
    attribute('VCHTYPE', voucherType),
    attribute('ACTION', 'Delete'),
  ].join('')
  const tags = field('DATE', dateText(date)) + field('VOUCHERTYPENAME', voucherType)
  return importRequest('Vouchers', company.name, [`<VOUCHER${attributes}>${tags}</VOUCHER>`])
}

/**
 * Sends a plain voucher before a check of something that Tally should refuse. A refusal proves something only if Tally takes a similar
 * plain voucher. If the plain voucher is missing afterwards, the check is unclear.
 */
export function besidePlain(check: Check, plain: typeof bill = bill): Check {
  return {
    ...check,
    async run(bench) {
      const what = `${check.name}_plain`
      const key = bench.keyOf(what)
      const told = await bench.send(plain(bench, what), key)
      const [entered] = await bench.withKey(key)
      if (entered !== undefined) return await check.run(bench)
      return unclear(
        'not entered',
        `A voucher that should go in was not entered, so that nothing can be told by one that should not: ${reasonOf(told)}`,
      )
    },
  }
}

/**
 * The masters that the test's vouchers name. The test creates them and leaves them: nobody has measured whether Tally deletes masters
 * properly.
 */
export const names = {
  supplier: 'DBT Supplier',
  customer: 'DBT Customer',
  /** A seller without bill-wise details. */
  plain: 'DBT Seller without bills',
  words: 'DBT मीठा & ₹ Sons',
  purchase: 'DBT Purchase',
  sales: 'DBT Sales',
  bank: 'DBT Bank',
  unit: 'DBTN',
  item: 'DBT Oil 1 L',
} as const

const parties: readonly [string, string][] = [
  [names.supplier, 'Sundry Creditors'],
  [names.customer, 'Sundry Debtors'],
  [names.words, 'Sundry Creditors'],
]

const others: readonly [string, string][] = [
  [names.purchase, 'Purchase Accounts'],
  [names.sales, 'Sales Accounts'],
  [names.bank, 'Bank Accounts'],
]

export const mastersAreMade: Check = {
  name: 'masters',
  title: 'Ledgers, a unit and a stock item are made',
  why: 'A ledger that Tally lacks is made on a click. The other checks need these.',
  async run(bench) {
    const refused: string[] = []
    for (const [what, text] of requests(bench)) {
      const { outcome, message } = await bench.write(text)
      if (outcome !== 'created' && outcome !== 'altered')
        refused.push(`${what}: ${reasonOf({ message, outcome })}`)
    }
    return refused.length === 0
      ? safe('made', 'They are there.')
      : unclear('not all', `Not made: ${refused.join(' ')} What needs them cannot be tried.`)
  },
}

export function ledgerRequest(
  { company }: Pick<Bench, 'company'>,
  name: string,
  parent: string,
): string {
  const ledger: NewLedger = { name, parent, field: 'ledger:', gstin: '', state: '' }
  return renderLedger(ledger, company.name, company.booksFrom)
}

function requests(bench: Bench): [string, string][] {
  const { company } = bench
  const party = ([name, parent]: readonly [string, string]): [string, string] => {
    const ledger = { name, parent, field: 'party:', gstin: '', state: 'Maharashtra' }
    return [name, renderLedger(ledger, company.name, company.booksFrom)]
  }
  return [
    ...parties.map(party),
    ...others.map(([name, parent]): [string, string] => [name, ledgerRequest(bench, name, parent)]),
    [
      names.plain,
      masterRequest(bench, 'LEDGER', names.plain, [
        field('PARENT', 'Sundry Creditors'),
        yesNo('ISBILLWISEON', false),
      ]),
    ],
    [names.unit, masterRequest(bench, 'UNIT', names.unit, [yesNo('ISSIMPLEUNIT', true)])],
    [names.item, masterRequest(bench, 'STOCKITEM', names.item, [field('BASEUNITS', names.unit)])],
  ]
}

function masterRequest(
  { company }: Bench,
  tag: 'LEDGER' | 'UNIT' | 'STOCKITEM',
  name: string,
  fields: readonly string[],
): string {
  const attributes = attribute('NAME', name) + attribute('ACTION', 'Create')
  const inner = [field('NAME', name), ...fields].join('')
  return importRequest('All Masters', company.name, [`<${tag}${attributes}>${inner}</${tag}>`])
}

/** Tally creates one godown itself. A company may have renamed it. */
export async function godownOf(transport: Transport, company: string): Promise<string> {
  const usual = 'Main Location'
  for await (const { name } of readMasters(transport, company, 'godown', 0)) return name
  return usual
}
