import type { Master, MasterKind } from '../../src/bridge/books.ts'
import type { FakeTally } from '../../src/stand-ins/tally/fake-tally.ts'
import { imported } from '../stand-ins/tally/client.ts'

type LedgerInput = {
  name: string
  aliases?: readonly string[]
  gstin?: string
  parent?: string
  /** What it is called until now. */
  was?: string
}

/** A person makes a ledger in Tally, or changes one. */
export async function putLedger(tally: FakeTally, input: LedgerInput): Promise<void> {
  const { name, aliases = [], gstin = '', parent = 'Sundry Creditors', was = name } = input
  await put(
    tally,
    `<LEDGER NAME="${escaped(was)}" ACTION="Create">${names(name, aliases)}<PARENT>${parent}</PARENT><PARTYGSTIN>${gstin}</PARTYGSTIN></LEDGER>`,
  )
}

type ItemInput = {
  name: string
  aliases?: readonly string[]
  partNo?: string
  /** With its unit. */
  quantity?: string
  gstRate?: number
  /** What else stands in it. */
  more?: string
}

/** A person makes a stock item, or changes one. */
export async function putItem(tally: FakeTally, input: ItemInput): Promise<void> {
  await put(tally, itemXml(input))
}

function itemXml(input: ItemInput): string {
  const { name, aliases = [], partNo = '', quantity = '', gstRate = 5, more = '' } = input
  return `<STOCKITEM NAME="${escaped(name)}" ACTION="Create">${names(name, aliases)}<BASEUNITS>Nos</BASEUNITS><PARTNO>${escaped(partNo)}</PARTNO><INFGSTIGSTRATE>${gstRate}</INFGSTIGSTRATE><OPENINGBALANCE>${quantity}</OPENINGBALANCE>${more}</STOCKITEM>`
}

/** A price level of a stock item from a day on; `rate` such as `120.00/Nos`. */
export function priceXml(level: string, date: string, rate: string, discount = ''): string {
  return `<FULLPRICELIST.LIST><DATE>${date}</DATE><PRICELEVEL>${level}</PRICELEVEL><PRICELEVELLIST.LIST><RATE>${rate}</RATE><DISCOUNT>${discount}</DISCOUNT></PRICELEVELLIST.LIST></FULLPRICELIST.LIST>`
}

export async function put(tally: FakeTally, masters: string): Promise<void> {
  const counters = await imported(tally, masters, { report: 'All Masters' })
  if (counters['ERRORS'] !== '0') throw new Error(`Tally refused it: ${JSON.stringify(counters)}`)
}

function names(name: string, aliases: readonly string[]): string {
  const all = [name, ...aliases].map((each) => `<NAME>${escaped(each)}</NAME>`).join('')
  return `<NAME>${escaped(name)}</NAME><LANGUAGENAME.LIST><NAME.LIST>${all}</NAME.LIST></LANGUAGENAME.LIST>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}

/** Items of a shop for steel: 10,000. */
export async function* bolts(kind: MasterKind): AsyncGenerator<Master> {
  const count = kind === 'item' ? 10_000 : 0
  for (let n = 0; n < count; n += 1) {
    const aliases = [`Bolt ${n} Zinc`]
    yield await Promise.resolve({ id: `item-${n}`, name: `Steel Bolt M${n}`, alter_id: n, aliases })
  }
}
