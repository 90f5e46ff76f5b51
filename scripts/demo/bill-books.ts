import type { BillLayout } from './bill-layout.ts'

/** Bills written by hand on the pages of printed bill books: English, Hindi, and a cash memo. */
export const billBookLayouts = {
  billBook: {
    head: { seller: 'M/s.', gstin: 'GSTIN No', number: 'Inv #', date: 'Date' },
    line: { description: 'Item', hsn: 'HSN', qty: 'Qnty', rate: 'Price', amount: 'Line Total' },
    foot: {
      tax: { cgst: 'C.G.S.T.', sgst: 'S.G.S.T.', igst: 'I.G.S.T.' },
      roundOff: 'Round off',
      total: 'Grand Total',
    },
    dates: 'dd.mm.yy',
    totals: 'Rs.',
    hsnDigits: 4,
    unitInQty: true,
  },
  hindi: {
    head: { seller: 'विक्रेता', gstin: 'GSTIN', number: 'बिल नं.', date: 'दिनांक' },
    line: { description: 'विवरण', qty: 'नग', rate: 'दर', amount: 'रकम' },
    foot: {
      taxable: 'जोड़',
      tax: { cgst: 'CGST', sgst: 'SGST', igst: 'IGST' },
      roundOff: 'पूर्णांक',
      total: 'कुल',
    },
    dates: 'dd/mm/yyyy',
    totals: 'rupee sign',
    hsnDigits: 4,
    unitInQty: false,
  },
  // A bill of supply of a composition dealer has no tax. Here it has no number either.
  cashMemo: {
    head: { seller: 'M/s', date: 'Date' },
    line: { description: 'Particulars', qty: 'Qty', rate: 'Rate', amount: 'Amount' },
    foot: { roundOff: 'R/off', total: 'Total' },
    dates: 'dd/mm/yyyy',
    totals: 'Rs.',
    hsnDigits: 4,
    unitInQty: true,
  },
} as const satisfies Record<string, BillLayout>
