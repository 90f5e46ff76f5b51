import {
  given,
  type Master,
  type MasterKind,
  type PriceInBooks,
  type StockInBooks,
} from '../books.ts'
import { collectionRequest, type Collection } from './requests.ts'
import type { Transport } from './transport.ts'
import {
  childOf,
  childrenOf,
  dayOf,
  nameAt,
  numberOf,
  rowsIn,
  textAt,
  textsWithin,
} from './tree.ts'
import type { JsonValue } from '../../platform/json/json.ts'

type Source = { type: Collection['type']; fetch: readonly string[] }

const always = ['NAME', 'GUID', 'ALTERID', 'PARENT', 'RESERVEDNAME'] as const

const sources: Readonly<Record<MasterKind, Source>> = {
  ledger: {
    type: 'Ledger',
    fetch: [
      'PARTYGSTIN',
      'LEDGSTREGDETAILS.GSTIN',
      'LEDSTATENAME',
      'GSTDUTYHEAD',
      'LANGUAGENAME.*',
    ],
  },
  item: {
    type: 'StockItem',
    fetch: ['BASEUNITS', 'PARTNO', 'INFGSTHSNCODE', 'INFGSTIGSTRATE', 'LANGUAGENAME.*'],
  },
  unit: { type: 'Unit', fetch: ['SYMBOL'] },
  godown: { type: 'Godown', fetch: [] },
  voucher_type: { type: 'VoucherType', fetch: [] },
}

/** The highest number that counts as a GST rate, in per cent. */
const rateMax = 100

/**
 * Streams the masters of a kind that changed after an AlterID; after 0 all of them. Throws AppError `unavailable` when Tally does not
 * answer, or not completely.
 */
export async function* readMasters(
  transport: Pick<Transport, 'readPieces'>,
  company: string,
  kind: MasterKind,
  after: number,
): AsyncGenerator<Master> {
  const { type, fetch } = sources[kind]
  const filters = after > 0 ? { filters: [`$AlterID > ${after}`] } : {}
  const request = collectionRequest({ type, company, fetch: [...always, ...fetch], ...filters })
  for await (const row of rowsIn(transport.readPieces(request), type.toUpperCase())) {
    const master = masterOf(row)
    if (master !== undefined) yield master
  }
}

/** Undefined for a row without a name or a GUID. No voucher can name it. */
function masterOf(row: JsonValue): Master | undefined {
  const text = (name: string) => textAt(row, name)
  const name = nameAt(row)
  const id = text('GUID')
  if (name === '' || id === '') return undefined
  const aliases = aliasesOf(row, name)
  const rate = numberOf(text('INFGSTIGSTRATE'))
  return {
    id,
    name,
    alter_id: numberOf(text('ALTERID')),
    ...given({
      parent: text('PARENT'),
      gstin: gstinOf(row),
      state: text('LEDSTATENAME'),
      hsn: text('INFGSTHSNCODE'),
      unit: text('BASEUNITS'),
      reserved_name: text('@RESERVEDNAME') || text('RESERVEDNAME'),
      duty_head: text('GSTDUTYHEAD'),
      part_no: text('PARTNO'),
    }),
    ...(rate > 0 && rate <= rateMax && { gst_rate: rate }),
    ...(aliases.length > 0 && { aliases }),
  }
}

function aliasesOf(row: JsonValue, name: string): string[] {
  return textsWithin(childOf(row, 'LANGUAGENAME.LIST'), 'NAME')
    .map((alias) => alias.trim())
    .filter((alias) => alias !== '' && alias !== name)
}

/** The last registration counts: they are dated, and the newest comes last. */
function gstinOf(row: JsonValue): string {
  const registered = childrenOf(row, 'LEDGSTREGDETAILS.LIST').map((each) => textAt(each, 'GSTIN'))
  return registered.findLast((gstin) => gstin !== '') ?? textAt(row, 'PARTYGSTIN')
}

const fields = [
  'NAME',
  'BASEUNITS',
  'PARTNO',
  'INFGSTIGSTRATE',
  'CLOSINGBALANCE',
  'LANGUAGENAME.*',
  'STANDARDPRICELIST.*',
  'FULLPRICELIST.*',
] as const

/** The quantity of each stock item at the end of a period, and its prices. Throws AppError `unavailable`. */
export async function* readStock(
  transport: Pick<Transport, 'readPieces'>,
  company: string,
  period: { from: string; to: string },
): AsyncGenerator<StockInBooks> {
  const request = collectionRequest({ type: 'StockItem', company, fetch: fields, period })
  for await (const row of rowsIn(transport.readPieces(request), 'STOCKITEM')) yield stockOf(row)
}

function stockOf(row: JsonValue): StockInBooks {
  const text = (name: string) => textAt(row, name)
  const name = nameAt(row)
  const unit = text('BASEUNITS')
  const rate = numberOf(text('INFGSTIGSTRATE'))
  return {
    name,
    aliases: aliasesOf(row, name),
    partNo: text('PARTNO'),
    quantity: text('CLOSINGBALANCE') === '' ? 'blank' : quantityOf(text('CLOSINGBALANCE'), unit),
    ...(rate > 0 && { gstRate: rate }),
    prices: [
      ...childrenOf(row, 'STANDARDPRICELIST.LIST').flatMap((list) =>
        priceOf({ level: '', list, rates: list, unit }),
      ),
      ...childrenOf(row, 'FULLPRICELIST.LIST').flatMap((list) => {
        const level = textAt(list, 'PRICELEVEL')
        // The first list is for the smallest quantity. Larger quantities follow.
        const [rates] = childrenOf(list, 'PRICELEVELLIST.LIST')
        return level === '' ? [] : priceOf({ level, list, rates, unit })
      }),
    ],
  }
}

/** Reads `80 Nos` or `80 Nos = 8 Box`. Undefined for a quantity in two units, such as `2 Box 5 Nos`. */
function quantityOf(text: string, unit: string): number | undefined {
  const [, number = '', own] = /^(-?[\d,]*\.?\d+)\s*([^=]*)/.exec(text) ?? []
  const isOwn = own?.trim().toLowerCase() === unit.toLowerCase()
  return isOwn && number !== '' ? Number(number.replaceAll(',', '')) : undefined
}

type Listed = { level: string; list: JsonValue; rates: JsonValue | undefined; unit: string }

function priceOf({ level, list, rates, unit }: Listed): PriceInBooks[] {
  const from = dayOf(textAt(list, 'DATE'))
  const text = textAt(rates, 'RATE')
  const [, rupees, per] = /^([\d,]*\.?\d+)(?:\s*\/\s*(.*))?$/.exec(text) ?? []
  const isOwn = per === undefined || per.trim().toLowerCase() === unit.toLowerCase()
  if (rupees === undefined || !isOwn) return []
  const discount = numberOf(textAt(rates, 'DISCOUNT').replace('%', ''))
  return [{ level, from, rupees: Number(rupees.replaceAll(',', '')), discount }]
}
