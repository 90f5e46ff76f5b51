import type { Seeds } from './kit.ts'
import { bilingual, gujaratiBill } from './layouts/bilingual.tsx'
import { busy } from './layouts/busy.tsx'
import { carrier } from './layouts/carrier.tsx'
import { dotMatrix } from './layouts/dot-matrix.tsx'
import { eInvoice } from './layouts/e-invoice.tsx'
import { erp } from './layouts/erp.tsx'
import { government } from './layouts/government.tsx'
import { letter, spreadsheet } from './layouts/handmade.tsx'
import { accountApp } from './layouts/held-out/account-app.tsx'
import { cashAndCarry } from './layouts/held-out/cash-and-carry.tsx'
import { consumerGoods } from './layouts/held-out/consumer-goods.tsx'
import { damagedGoods } from './layouts/held-out/damaged-goods.tsx'
import { debitJournal } from './layouts/held-out/debit-journal.tsx'
import { feeNote } from './layouts/held-out/fee-note.tsx'
import { fuelSlip } from './layouts/held-out/fuel-slip.tsx'
import { halfPageScheme } from './layouts/held-out/half-page-scheme.tsx'
import { hotel } from './layouts/held-out/hotel.tsx'
import { mergedCells } from './layouts/held-out/merged-cells.tsx'
import { millOrder } from './layouts/held-out/mill-order.tsx'
import { sellerPortal } from './layouts/held-out/seller-portal.tsx'
import { steel } from './layouts/held-out/steel.tsx'
import { telephone } from './layouts/held-out/telephone.tsx'
import { textile } from './layouts/held-out/textile.tsx'
import { autoParts } from './layouts/held-out/auto-parts.tsx'
import { computerDealer } from './layouts/held-out/computer-dealer.tsx'
import { restaurantRoll } from './layouts/held-out/restaurant-roll.tsx'
import { tileDealer } from './layouts/held-out/tile-dealer.tsx'
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
import { twoInOne } from './layouts/two-in-one.tsx'
import { zoho } from './layouts/zoho.tsx'

/** What readers are tuned with. */
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
  ...statementLayouts,
]

/** Only the report has them: nobody tunes a reader to them. */
const heldOut: readonly Layout[] = [
  accountApp,
  autoParts,
  cashAndCarry,
  computerDealer,
  consumerGoods,
  damagedGoods,
  debitJournal,
  feeNote,
  fuelSlip,
  halfPageScheme,
  hotel,
  mergedCells,
  millOrder,
  restaurantRoll,
  sellerPortal,
  steel,
  telephone,
  textile,
  tileDealer,
  ...heldOutStatements,
]

export function layoutsFor(seeds: Seeds): readonly Layout[] {
  return seeds === 'report' ? [...tuned, ...heldOut] : tuned
}

export function isHeldOut(layout: Layout): boolean {
  return heldOut.includes(layout)
}
