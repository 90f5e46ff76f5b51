import type { NewLedger } from '../books.ts'
import { readMasters } from '../tally/masters.ts'
import { importRequest } from '../tally/render.ts'
import { renderLedger } from '../tally/render-ledger.ts'
import type { Transport } from '../tally/transport.ts'
import { attribute, field, yesNo } from '../tally/write-xml.ts'
import type { Bench } from './bench.ts'
import { type Check, reasonOf, safe, unclear } from './check.ts'

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
