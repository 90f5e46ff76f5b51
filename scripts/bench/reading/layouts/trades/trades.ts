import type { Layout } from '../layout.ts'
import { accountApp } from './account-app.tsx'
import { autoParts } from './auto-parts.tsx'
import { billedBy } from './billed-by.tsx'
import { cashAndCarry } from './cash-and-carry.tsx'
import { cementDepot } from './cement-depot.tsx'
import { computerDealer } from './computer-dealer.tsx'
import { consumerGoods } from './consumer-goods.tsx'
import { courier } from './courier.tsx'
import { damagedGoods } from './damaged-goods.tsx'
import { debitJournal } from './debit-journal.tsx'
import { feeNote } from './fee-note.tsx'
import { freightList } from './freight-list.tsx'
import { fuelSlip } from './fuel-slip.tsx'
import { garmentSizes } from './garment-sizes.tsx'
import { halfPageScheme } from './half-page-scheme.tsx'
import { hotel } from './hotel.tsx'
import { jeweller } from './jeweller.tsx'
import { mergedCells } from './merged-cells.tsx'
import { millOrder } from './mill-order.tsx'
import { optician } from './optician.tsx'
import { pageTotals } from './page-totals.tsx'
import { paintDealer } from './paint-dealer.tsx'
import { perThousand } from './per-thousand.tsx'
import { phoneShop } from './phone-shop.tsx'
import { platformOrder } from './platform-order.tsx'
import { portalPrint } from './portal-print.tsx'
import { premiumReceipt } from './premium-receipt.tsx'
import { rateDifference } from './rate-difference.tsx'
import { rentLetter } from './rent-letter.tsx'
import { restaurantRoll } from './restaurant-roll.tsx'
import { returnedGoods } from './returned-goods.tsx'
import { scheduleOrder } from './schedule-order.tsx'
import { seedHouse } from './seed-house.tsx'
import { sellerPortal } from './seller-portal.tsx'
import { stackedTaxes } from './stacked-taxes.tsx'
import { standardPrint } from './standard-print.tsx'
import { steel } from './steel.tsx'
import { telephone } from './telephone.tsx'
import { textile } from './textile.tsx'
import { tileDealer } from './tile-dealer.tsx'
import { untaxedAmount } from './untaxed-amount.tsx'
import { workshop } from './workshop.tsx'

/** Papers of trades and programs, each as one seller's or one program's look. */
export const trades: readonly Layout[] = [
  accountApp,
  autoParts,
  billedBy,
  cashAndCarry,
  cementDepot,
  computerDealer,
  consumerGoods,
  courier,
  damagedGoods,
  debitJournal,
  feeNote,
  freightList,
  fuelSlip,
  garmentSizes,
  halfPageScheme,
  hotel,
  jeweller,
  mergedCells,
  millOrder,
  optician,
  pageTotals,
  paintDealer,
  perThousand,
  phoneShop,
  platformOrder,
  portalPrint,
  premiumReceipt,
  rateDifference,
  rentLetter,
  restaurantRoll,
  returnedGoods,
  scheduleOrder,
  seedHouse,
  sellerPortal,
  stackedTaxes,
  standardPrint,
  steel,
  telephone,
  textile,
  tileDealer,
  untaxedAmount,
  workshop,
]
