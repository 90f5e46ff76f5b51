import { stateNameOf } from '../../platform/gst/gst.ts'
import type { NewLedger } from '../books.ts'
import { importRequest } from './render.ts'
import { dateText, registrationText, stateText } from './render-values.ts'
import { attribute, field, group, type Xml, yesNo } from './write-xml.ts'

/** Tally's names of the GST heads, by the ledger's role. */
const dutyHeads: Readonly<Record<string, string>> = {
  cgst: 'CGST',
  sgst: 'SGST/UTGST',
  igst: 'IGST',
  cess: 'Cess',
}

/**
 * A request that creates a ledger. First check whether the name exists, also with different case or spaces: Tally silently alters an
 * existing ledger, even its opening balance. `from` (yyyy-mm-dd) is the day from which the details hold, the first day of the accounts.
 * Tally drops details without a day.
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
    // Turns on bill-wise details. Without them Tally drops a voucher's bill reference.
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
