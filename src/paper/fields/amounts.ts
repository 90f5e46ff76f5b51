import type { FieldDefinition } from '../fields.ts'

/** Amounts and rates of tax. A line and the foot of a document both carry most of them. */
export const amounts = {
  total: {
    name: 'Total',
    place: 'head',
    kind: 'money',
    whose: 'amounts',
    required: { vendor_invoice: 'total' },
    labels: {
      head: `Total | Grand Total | Invoice Total | Bill Total | Order Total | Net Total | Total Amount
        | Net Amount | Bill Amount | Invoice Amount | Order Amount | Final Amount | Total Invoice Amount
        | Total Bill Amount | Invoice Value | Total Invoice Value | Bill Value | Order Value | Total Value
        | Net Value | Net Payable | Amount Payable | Payable Amount | Total Payable | Net Amount Payable
        | Total Amount Payable | Total Amount After Tax | Amount After Tax | Total After Tax | कुल | कुल योग
        | कुल राशि | Approx Total | Approximate Total | Estimated Total`,
      line: `Total | Total Amount | Total Value | Net Amount | Net Value | Total (Incl Tax) | Total (Incl GST)
        | Amount (Incl Tax) | Amount (Incl GST) | Total Incl of Tax | Total Incl of GST`,
    },
  },
  amount_in_words: {
    name: 'Amount in words',
    place: 'head',
    kind: 'text',
    whose: 'amounts',
    labels: {
      head: `Amount in Words | Amount Chargeable (in words) | Total in Words | Total Amount in Words
        | Invoice Amount in Words | Rupees in Words | In Words`,
    },
  },
  taxable_value: {
    name: 'Taxable value',
    place: 'head',
    kind: 'money',
    whose: 'amounts',
    labels: {
      both: `Taxable Value | Taxable Amount | Taxable | Taxable Val | Assessable Value | Ass Value
        | Total Taxable Value | Total Taxable Amount | Total Amount Before Tax | Amount Before Tax
        | Total Before Tax`,
    },
  },
  subtotal: {
    name: 'Subtotal',
    place: 'head',
    kind: 'money',
    whose: 'amounts',
    labels: {
      both: `Subtotal | Sub Total | जोड़ | उप योग`,
    },
  },
  cgst: {
    name: 'CGST',
    place: 'head',
    kind: 'tax',
    whose: 'amounts',
    labels: {
      both: `CGST | C.G.S.T. | CGST Amount | Central Tax | Central Tax Amount | Input CGST | Output CGST
        | Add CGST`,
    },
  },
  sgst: {
    name: 'SGST',
    place: 'head',
    kind: 'tax',
    whose: 'amounts',
    labels: {
      both: `SGST | S.G.S.T. | SGST Amount | State Tax | State Tax Amount | State/UT Tax | SGST/UTGST
        | SGST/UTGST Amount | Input SGST | Output SGST | Add SGST`,
    },
  },
  igst: {
    name: 'IGST',
    place: 'head',
    kind: 'tax',
    whose: 'amounts',
    labels: {
      both: `IGST | I.G.S.T. | IGST Amount | Integrated Tax | Integrated Tax Amount | Input IGST | Output IGST
        | Add IGST`,
    },
  },
  utgst: {
    name: 'UTGST',
    place: 'head',
    kind: 'tax',
    whose: 'amounts',
    labels: {
      both: `UTGST | UTGST Amount`,
    },
  },
  cess_rate: {
    name: 'Cess %',
    place: 'head',
    kind: 'cess rate',
    whose: 'amounts',
    labels: {
      both: `Cess % | Cess Rate`,
    },
  },
  cess: {
    name: 'Cess',
    place: 'head',
    kind: 'tax',
    whose: 'amounts',
    labels: {
      both: `Cess | Cess Amount | GST Cess | Compensation Cess`,
    },
  },
  cgst_rate: {
    name: 'CGST %',
    place: 'head',
    kind: 'half slab',
    whose: 'amounts',
    labels: {
      both: `CGST % | CGST Rate | CGST Rate %`,
    },
  },
  sgst_rate: {
    name: 'SGST %',
    place: 'head',
    kind: 'half slab',
    whose: 'amounts',
    labels: {
      both: `SGST % | SGST Rate | SGST Rate % | SGST/UTGST % | SGST/UTGST Rate`,
    },
  },
  igst_rate: {
    name: 'IGST %',
    place: 'head',
    kind: 'slab',
    whose: 'amounts',
    labels: {
      both: `IGST % | IGST Rate | IGST Rate %`,
    },
  },
  gst_rate: {
    name: 'GST %',
    place: 'head',
    kind: 'slab',
    whose: 'amounts',
    labels: {
      both: `GST % | जीएसटी % | जीएसटी दर | GST Rate | GST Rate % | GST/IGST % | IGST/GST % | GST/IGST Rate
        | Tax % | Tax Rate | Tax Rate % | Rate of Tax | Rate of GST | GST Slab`,
    },
  },
  tax_amount: {
    name: 'Tax',
    place: 'head',
    kind: 'money',
    whose: 'amounts',
    labels: {
      both: `Tax Amount | Total Tax | Total Tax Amount | GST Amount | Total GST | Total GST Amount`,
    },
  },
  discount: {
    name: 'Discount',
    place: 'head',
    kind: 'discount',
    whose: 'amounts',
    labels: {
      both: `Discount | Disc | Dis | Discount Amount | Disc Amount | Less Discount | Trade Discount
        | Cash Discount`,
    },
  },
  discount_pct: {
    name: 'Discount %',
    place: 'head',
    kind: 'percent',
    whose: 'amounts',
    labels: {
      both: `Discount % | Disc % | Discount Rate | Disc Pct | Dis % | Disc Rate | CD % | TD %`,
    },
  },
  round_off: {
    name: 'Round-off',
    place: 'head',
    kind: 'money',
    whose: 'amounts',
    cells: 'text',
    labels: {
      both: `Round Off | Round-off | Round Off (+/-) | Rounding | Rounding Off | Rounded Off | R/Off
        | Less Rounded Off | Less Round Off | Add Rounded Off | Add Round Off | पूर्णांक`,
    },
  },
  freight: {
    name: 'Freight',
    place: 'head',
    kind: 'money',
    whose: 'amounts',
    cells: 'text',
    labels: {
      both: `Freight | Freight Charges | Transport Charges | Freight & Forwarding | Freight & Forwarding Charges`,
    },
  },
  utgst_rate: {
    name: 'UTGST %',
    place: 'line',
    kind: 'half slab',
    whose: 'amounts',
  },
} as const satisfies Record<string, FieldDefinition>
