import type { Layout } from '../layout.ts'
import { apparelMargin, plusFree } from './wholesalers.tsx'
import { billBook, marketYard, weighedScrap } from './by-weight.tsx'
import { bracketedRates, fourAddresses, groupedByRate } from './applications.tsx'
import { claimNote, indentOrder, salesForm } from './notes-and-orders.tsx'
import { craneHire, feastPlates, jobWork } from './services.tsx'
import { runningBill, usageList } from './works-and-uses.tsx'

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
