import type { JsonValue } from '../../platform/json/json.ts'
import type { PriceInBooks, StockInBooks } from '../books.ts'
import { collectionRequest } from './requests.ts'
import { rowsIn } from './rows.ts'
import type { Transport } from './transport.ts'
import { childOf, childrenOf, textOf, textsWithin } from './tree.ts'
import { dayOf, numberOf } from './values.ts'

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
  const text = (name: string) => textOf(childOf(row, name)).trim()
  const name = text('NAME') || text('@NAME')
  const unit = text('BASEUNITS')
  const aliases = textsWithin(childOf(row, 'LANGUAGENAME.LIST'), 'NAME').map((each) => each.trim())
  const rate = numberOf(text('INFGSTIGSTRATE'))
  return {
    name,
    aliases: aliases.filter((alias) => alias !== '' && alias !== name),
    partNo: text('PARTNO'),
    quantity: text('CLOSINGBALANCE') === '' ? 'blank' : quantityOf(text('CLOSINGBALANCE'), unit),
    ...(rate > 0 && { gstRate: rate }),
    prices: [
      ...childrenOf(row, 'STANDARDPRICELIST.LIST').flatMap((list) =>
        priceOf({ level: '', list, rates: list, unit }),
      ),
      ...childrenOf(row, 'FULLPRICELIST.LIST').flatMap((list) => {
        const level = textOf(childOf(list, 'PRICELEVEL')).trim()
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
  const from = dayOf(textOf(childOf(list, 'DATE')))
  const text = textOf(childOf(rates, 'RATE')).trim()
  const [, rupees, per] = /^([\d,]*\.?\d+)(?:\s*\/\s*(.*))?$/.exec(text) ?? []
  const isOwn = per === undefined || per.trim().toLowerCase() === unit.toLowerCase()
  if (rupees === undefined || !isOwn) return []
  const discount = numberOf(textOf(childOf(rates, 'DISCOUNT')).replace('%', ''))
  return [{ level, from, rupees: Number(rupees.replaceAll(',', '')), discount }]
}
