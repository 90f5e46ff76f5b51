import type { Layout } from '../layout.ts'
import { accountApp, billedBy, stackedTaxes, untaxedAmount } from './billing-apps.tsx'
import { autoParts, perThousand, workshop } from './workshops.tsx'
import { cashAndCarry, consumerGoods, seedHouse } from './wholesale.tsx'
import { cementDepot, paintDealer, steel, tileDealer } from './building.tsx'
import { computerDealer, jeweller, optician, phoneShop } from './shops.tsx'
import { courier, freightList, hotel } from './on-the-road.tsx'
import { damagedGoods, debitJournal, rateDifference, returnedGoods } from './notes-to-sellers.tsx'
import { feeNote, premiumReceipt, rentLetter, telephone } from './professions.tsx'
import { fuelSlip, restaurantRoll } from './rolls.tsx'
import { garmentSizes, textile } from './cloth.tsx'
import { halfPageScheme, pageTotals } from './chemists.tsx'
import { mergedCells } from './merged-cells.tsx'
import { millOrder, scheduleOrder } from './orders.tsx'
import { platformOrder, sellerPortal } from './marketplace-sellers.tsx'
import { portalPrint, standardPrint } from './office-programs.tsx'

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
