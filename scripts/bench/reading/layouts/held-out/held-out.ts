import type { Layout } from '../layout.ts'
import { apparelMargin } from './apparel-margin.tsx'
import { billBook } from './bill-book.tsx'
import { bracketedRates } from './bracketed-rates.tsx'
import { claimNote } from './claim-note.tsx'
import { craneHire } from './crane-hire.tsx'
import { feastPlates } from './feast-plates.tsx'
import { fourAddresses } from './four-addresses.tsx'
import { groupedByRate } from './grouped-by-rate.tsx'
import { indentOrder } from './indent-order.tsx'
import { jobWork } from './job-work.tsx'
import { marketYard } from './market-yard.tsx'
import { plusFree } from './plus-free.tsx'
import { runningBill } from './running-bill.tsx'
import { salesForm } from './sales-form.tsx'
import { usageList } from './usage-list.tsx'
import { weighedScrap } from './weighed-scrap.tsx'

/** Nobody tunes a reader to them. */
export const heldOutBills: readonly Layout[] = [
  apparelMargin,
  billBook,
  bracketedRates,
  claimNote,
  craneHire,
  feastPlates,
  fourAddresses,
  groupedByRate,
  indentOrder,
  jobWork,
  marketYard,
  plusFree,
  runningBill,
  salesForm,
  usageList,
  weighedScrap,
]
