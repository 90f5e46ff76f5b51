import type { JsonValue } from '../../platform/json/json.ts'
import type { Entered, Standing } from '../books.ts'
import { rowsOf } from './companies.ts'
import { childrenOf, dayOf, numberOf, paiseOf, rowsIn, textAt } from './tree.ts'
import { collectionRequest, datesWithin } from './requests.ts'
import type { Transport } from './transport.ts'
import { sumOf } from '../vouchers/voucher.ts'

/** Days, yyyy-mm-dd, both included. */
export type Period = { from: string; to: string }

/** A path with more than one step silently returns nothing. A wildcard at the end returns everything. */
const fetched = [
  'DATE',
  'VOUCHERTYPENAME',
  'VOUCHERNUMBER',
  'PARTYLEDGERNAME',
  'REFERENCE',
  'NARRATION',
  'GUID',
  'MASTERID',
  'ALTERID',
  'ISCANCELLED',
  'ISOPTIONAL',
  'ALLLEDGERENTRIES.LEDGERNAME',
  'ALLLEDGERENTRIES.AMOUNT',
  'LEDGERENTRIES.LEDGERNAME',
  'LEDGERENTRIES.AMOUNT',
  'ALLINVENTORYENTRIES.STOCKITEMNAME',
  'ALLINVENTORYENTRIES.AMOUNT',
  'ALLINVENTORYENTRIES.ACCOUNTINGALLOCATIONS.*',
]

/** The vouchers in a period that pass the filters. Throws AppError `unavailable`, also for an answer that was cut off. */
export async function readVouchers(
  transport: Transport,
  company: string,
  period: Period,
  filters: readonly string[],
): Promise<Entered[]> {
  const answer = await transport.read(
    collectionRequest({
      type: 'Voucher',
      fetch: fetched,
      company,
      period,
      filters: [datesWithin(period.from, period.to), ...filters],
    }),
  )
  return rowsOf(answer, 'VOUCHER').map(enteredOf)
}

/** Reads vouchers as a stream and without lines: months of complete vouchers would be gigabytes. */
export async function readStanding(
  transport: Pick<Transport, 'readPieces'>,
  company: string,
  period: Period,
  filters: readonly string[],
): Promise<Standing[]> {
  const request = collectionRequest({
    type: 'Voucher',
    fetch: ['NARRATION', 'GUID', 'ISCANCELLED'],
    company,
    period,
    filters: [datesWithin(period.from, period.to), ...filters],
  })
  const standing: Standing[] = []
  for await (const row of rowsIn(transport.readPieces(request), 'VOUCHER')) {
    const text = (name: string) => textAt(row, name)
    const isCancelled = text('ISCANCELLED') === 'Yes'
    standing.push({ guid: text('GUID'), narration: text('NARRATION'), isCancelled })
  }
  return standing
}

function enteredOf(row: JsonValue): Entered {
  const text = (name: string) => textAt(row, name)
  return {
    guid: text('GUID'),
    masterId: numberOf(text('MASTERID')),
    alterId: numberOf(text('ALTERID')),
    voucherNo: text('VOUCHERNUMBER'),
    voucherType: text('VOUCHERTYPENAME'),
    date: dayOf(text('DATE')),
    isCancelled: text('ISCANCELLED') === 'Yes',
    isOptional: text('ISOPTIONAL') === 'Yes',
    party: text('PARTYLEDGERNAME'),
    reference: text('REFERENCE'),
    narration: text('NARRATION'),
    entries: entriesOf(row),
    items: childrenOf(row, 'ALLINVENTORYENTRIES.LIST').map((line) => ({
      item: textAt(line, 'STOCKITEMNAME'),
      paise: paiseOf(textAt(line, 'AMOUNT')),
    })),
  }
}

/**
 * Tally returns one of two lists of ledgers. Depending on the kind of voucher, the ledgers of stock lines are included or not. A
 * voucher's entries must add up to 0, so they are added when the sum is not 0.
 */
function entriesOf(row: JsonValue): Entered['entries'] {
  const all = childrenOf(row, 'ALLLEDGERENTRIES.LIST').map(entryOf)
  const ledgers = all.length > 0 ? all : childrenOf(row, 'LEDGERENTRIES.LIST').map(entryOf)
  if (sumOf(ledgers) === 0) return ledgers
  const ofStock = childrenOf(row, 'ALLINVENTORYENTRIES.LIST').flatMap((line) =>
    childrenOf(line, 'ACCOUNTINGALLOCATIONS.LIST').map(entryOf),
  )
  return [...ledgers, ...ofStock]
}

function entryOf(entry: JsonValue): Entered['entries'][number] {
  return {
    ledger: textAt(entry, 'LEDGERNAME'),
    paise: paiseOf(textAt(entry, 'AMOUNT')),
  }
}
