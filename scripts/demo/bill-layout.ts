import type { DateStyle } from './calendar.ts'
import type { MoneyStyle } from './money.ts'

/** The words that one kind of bill prints; a field without a label is not on the paper. */
export type BillLayout = {
  head: {
    seller: string
    gstin?: string
    sellerState?: string
    number?: string
    date: string
    buyer?: string
    buyerGstin?: string
    placeOfSupply?: string
    terms?: string
  }
  line: {
    serial?: string
    description: string
    hsn?: string
    qty: string
    unit?: string
    rate: string
    gst?: string
    amount: string
  }
  foot: { taxable?: string; tax?: TaxLabels; roundOff?: string; total: string }
  dates: DateStyle
  totals: MoneyStyle
  hsnDigits: 4 | 6 | 8
  /** The quantity column prints "12 Nos" instead of "12". */
  unitInQty: boolean
}

type TaxLabels = { cgst: string; sgst: string; igst: string }
