import type { Layout } from '../layout.ts'
import { businessOne, swipe } from './long-bills.tsx'
import { erpNext, odooSections, quickBooks } from './office-programs.tsx'
import { dolibarr, frappeBooks, invoiceNinja, wooCommerce } from './open-source-programs.tsx'
import { gstFormat, myBillBook, vyapar } from './shop-programs.tsx'

/** Bills as invoicing programs print them, written by somebody who has not seen the reader. */
export const freshLayoutsA: readonly Layout[] = [
  businessOne,
  dolibarr,
  erpNext,
  frappeBooks,
  gstFormat,
  invoiceNinja,
  myBillBook,
  odooSections,
  quickBooks,
  swipe,
  vyapar,
  wooCommerce,
]
