import type { Seeds } from './kit.ts'
import { bilingual, gujaratiBill } from './layouts/bilingual.tsx'
import { busy } from './layouts/busy.tsx'
import { carrier } from './layouts/carrier.tsx'
import { dotMatrix } from './layouts/dot-matrix.tsx'
import { eInvoice } from './layouts/e-invoice.tsx'
import { erp } from './layouts/erp.tsx'
import { government } from './layouts/government.tsx'
import { letter, spreadsheet } from './layouts/handmade.tsx'
import { freshLayoutsA } from './layouts/fresh/fresh-a.ts'
import { freshLayoutsB } from './layouts/fresh/fresh-b.ts'
import { heldOutBills } from './layouts/held-out/held-out.ts'
import type { Layout } from './layouts/layout.ts'
import { marketplace } from './layouts/marketplace.tsx'
import { creditNote, debitNote, order } from './layouts/notes.tsx'
import { marg } from './layouts/pharma.tsx'
import { mixed } from './layouts/mixed.tsx'
import { phoneApp } from './layouts/phone-app.tsx'
import { service } from './layouts/service.tsx'
import { heldOutStatements, statementLayouts } from './layouts/statements.tsx'
import { cess, composition } from './layouts/supplies.tsx'
import { tally } from './layouts/tally.tsx'
import { tallyContinued } from './layouts/tally-continued.tsx'
import { thermal } from './layouts/thermal.tsx'
import { trades } from './layouts/trades/trades.ts'
import { twoInOne } from './layouts/two-in-one.tsx'
import { untoldBills } from './layouts/untold/untold.ts'
import { zoho } from './layouts/zoho.tsx'
import type { Origin } from './paper.ts'

/** The layouts that readers are tuned with. */
const tuned: readonly Layout[] = [
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
  mixed,
  ...trades,
  ...statementLayouts,
]

/** Layouts of the report only, as the untold ones. */
const heldOut: readonly Layout[] = [...heldOutBills, ...heldOutStatements]

const fresh: readonly Layout[] = [...freshLayoutsA, ...freshLayoutsB]

export function layoutsFor(seeds: Seeds): readonly Layout[] {
  return seeds === 'report' ? [...tuned, ...heldOut, ...untoldBills, ...fresh] : tuned
}

export function originOf(layout: Layout): Origin {
  if (fresh.includes(layout)) return 'new'
  if (untoldBills.includes(layout)) return 'untold'
  return heldOut.includes(layout) ? 'held out' : 'known'
}
