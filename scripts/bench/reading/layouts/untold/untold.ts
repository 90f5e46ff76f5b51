import type { Layout } from '../layout.ts'
import {
  casesAndContents,
  clothCuts,
  feetAndInches,
  gluedUnits,
  milkDays,
  perDozen,
  withoutHeadings,
} from './goods-by-measure.tsx'
import {
  cashMemo,
  creditLetter,
  expiryReturn,
  exportForm,
  invoiceCumChallan,
  threeRows,
} from './notes-and-forms.tsx'
import { sectioned, taxBase, webShopOrder } from './orders-abroad.tsx'
import { amountBand, billToShipTo, netUnitPrice, taxNumber, unitCost } from './programs-abroad.tsx'
import {
  carriedPages,
  counterReceipt,
  dineInRoll,
  fourteenColumns,
  greyHeading,
  previousBalance,
} from './programs-india.tsx'
import {
  contractPeriods,
  courseFees,
  labourSupply,
  lorryReceipt,
  meterCharges,
} from './work-and-use.tsx'

/**
 * Written on 28 November 2026 by somebody who had not seen the reader, after it was frozen.
 * Its mistakes on these papers were looked at since (paper.ts).
 */
export const untoldBills: readonly Layout[] = [
  amountBand,
  billToShipTo,
  carriedPages,
  casesAndContents,
  cashMemo,
  clothCuts,
  contractPeriods,
  counterReceipt,
  courseFees,
  creditLetter,
  dineInRoll,
  expiryReturn,
  exportForm,
  feetAndInches,
  fourteenColumns,
  gluedUnits,
  greyHeading,
  invoiceCumChallan,
  labourSupply,
  lorryReceipt,
  meterCharges,
  milkDays,
  netUnitPrice,
  perDozen,
  previousBalance,
  sectioned,
  taxBase,
  taxNumber,
  threeRows,
  unitCost,
  webShopOrder,
  withoutHeadings,
]
