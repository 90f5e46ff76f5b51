import { stateNameOf } from '../../platform/gst/gst.ts'
import type { NewLedger } from '../books.ts'
import { importRequest } from './render.ts'
import { dateText, registrationText, stateText } from './render-values.ts'
import { attribute, field, group, type Xml, yesNo } from './write-xml.ts'

/** What Tally calls the heads of GST, by the role of the ledger. */
const dutyHeads: Readonly<Record<string, string>> = {
  cgst: 'CGST',
  sgst: 'SGST/UTGST',
  igst: 'IGST',
  cess: 'Cess',
}

/**
 * A request that makes a ledger. Look first whether the name is there, also in other case or with another space: Tally alters
 * one that is, its opening balance too, and says nothing. `from` is the day (yyyy-mm-dd) from which its details hold: the
 * first of the books; details without one are dropped.
 */
export function renderLedger(ledger: NewLedger, company: string, from: string): string {
  const { name, parent } = ledger
  const details = ledger.field.startsWith('party:') ? partyOf(ledger, from) : dutyOf(ledger)
  const tags = [field('NAME', name), field('PARENT', parent), ...details]
  const attributes = attribute('NAME', name) + attribute('ACTION', 'Create')
  return importRequest('All Masters', company, [`<LEDGER${attributes}>${tags.join('')}</LEDGER>`])
}

function partyOf({ name, gstin, ...known }: NewLedger, from: string): Xml[] {
  const state = stateText(known.state === '' ? stateNameOf(gstin.slice(0, 2)) : known.state)
  const registration = field(
    'GSTREGISTRATIONTYPE',
    registrationText(gstin === '' ? 'Unregistered' : 'Regular'),
  )
  const since = field('APPLICABLEFROM', dateText(from))
  const country = 'India'
  return [
    // Bills are kept apart: without it what a voucher says of its bill is dropped.
    yesNo('ISBILLWISEON', true),
    field('COUNTRYOFRESIDENCE', country),
    field('LEDSTATENAME', state),
    registration,
    field('PARTYGSTIN', gstin),
    group(
      'LEDMAILINGDETAILS.LIST',
      since,
      field('MAILINGNAME', name),
      field('STATE', state),
      field('COUNTRY', country),
    ),
    group(
      'LEDGSTREGDETAILS.LIST',
      since,
      registration,
      field('PLACEOFSUPPLY', state),
      field('GSTIN', gstin),
    ),
  ]
}

/** `ledger:cgst_input:9` */
function dutyOf({ field: what }: NewLedger): Xml[] {
  const [, role = '', rate] = what.split(':')
  const head = dutyHeads[role.split('_')[0] ?? '']
  if (head === undefined) return []
  return [field('TAXTYPE', 'GST'), field('GSTDUTYHEAD', head), field('RATEOFTAXCALCULATION', rate)]
}
