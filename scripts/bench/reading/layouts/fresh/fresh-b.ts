import type { Layout } from '../layout.ts'
import { cashCarryRoll, spiceTrader, stationeryWholesaler, vegetableSupplier } from './counters.tsx'
import {
  caseDistributor,
  iceCreamAgency,
  medicineStockist,
  phoneDistributor,
} from './distributors.tsx'
import { clothMill, electricalWholesaler, printingPress, wideHardware } from './makers.tsx'

/** Papers of trades, written by somebody who had not seen the reader. */
export const freshLayoutsB: readonly Layout[] = [
  caseDistributor,
  cashCarryRoll,
  clothMill,
  electricalWholesaler,
  iceCreamAgency,
  medicineStockist,
  phoneDistributor,
  printingPress,
  spiceTrader,
  stationeryWholesaler,
  vegetableSupplier,
  wideHardware,
]
