import type { JsonValue } from '../../platform/json/json.ts'
import type { Master, MasterKind } from '../books.ts'
import { collectionRequest, type Collection } from './requests.ts'
import { rowsIn } from './rows.ts'
import type { Transport } from './transport.ts'
import { childOf, childrenOf, textOf, textsWithin } from './tree.ts'
import { numberOf } from './values.ts'

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
  const text = (name: string) => textOf(childOf(row, name)).trim()
  const name = text('NAME') || textOf(childOf(row, '@NAME')).trim()
  const id = text('GUID')
  if (name === '' || id === '') return undefined
  const aliases = textsWithin(childOf(row, 'LANGUAGENAME.LIST'), 'NAME')
    .map((alias) => alias.trim())
    .filter((alias) => alias !== '' && alias !== name)
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
      reserved_name: textOf(childOf(row, '@RESERVEDNAME')).trim() || text('RESERVEDNAME'),
      duty_head: text('GSTDUTYHEAD'),
      part_no: text('PARTNO'),
    }),
    ...(rate > 0 && rate <= rateMax && { gst_rate: rate }),
    ...(aliases.length > 0 && { aliases }),
  }
}

/** The last registration counts: they are dated, and the newest comes last. */
function gstinOf(row: JsonValue): string {
  const registered = childrenOf(row, 'LEDGSTREGDETAILS.LIST').map((each) =>
    textOf(childOf(each, 'GSTIN')).trim(),
  )
  return registered.findLast((gstin) => gstin !== '') ?? textOf(childOf(row, 'PARTYGSTIN')).trim()
}

function given<Texts extends Record<string, string>>(texts: Texts): Partial<Texts>
function given(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
}
