import type { Seeds } from './kit.ts'
import { bilingual, gujaratiBill } from './layouts/bilingual.tsx'
import { busy } from './layouts/busy.tsx'
import { carrier } from './layouts/carrier.tsx'
import { dotMatrix } from './layouts/dot-matrix.tsx'
import { eInvoice } from './layouts/e-invoice.tsx'
import { erp } from './layouts/erp.tsx'
import { government } from './layouts/government.tsx'
import { letter, spreadsheet } from './layouts/handmade.tsx'
import type { Layout } from './layouts/layout.ts'
import { marketplace } from './layouts/marketplace.tsx'
import { creditNote, debitNote, order } from './layouts/notes.tsx'
import { marg } from './layouts/pharma.tsx'
import { phoneApp } from './layouts/phone-app.tsx'
import { service } from './layouts/service.tsx'
import { statementLayouts } from './layouts/statements.tsx'
import { cess, composition } from './layouts/supplies.tsx'
import { tally } from './layouts/tally.tsx'
import { tallyContinued } from './layouts/tally-continued.tsx'
import { thermal } from './layouts/thermal.tsx'
import { twoInOne } from './layouts/two-in-one.tsx'
import { zoho } from './layouts/zoho.tsx'

const all: readonly Layout[] = [
  tally,
  tallyContinued,
  zoho,
  marg,
  thermal,
  busy,
  government,
  service,
  marketplace,
  bilingual,
  spreadsheet,
  composition,
  cess,
  creditNote,
  debitNote,
  order,
  twoInOne,
  eInvoice,
  erp,
  phoneApp,
  dotMatrix,
  carrier,
  letter,
  gujaratiBill,
  ...statementLayouts,
]

/** What readers are tuned with lacks the layouts that are held out. */
export function layoutsFor(seeds: Seeds): readonly Layout[] {
  return all.filter(({ heldOut }) => seeds === 'report' || heldOut === undefined)
}
