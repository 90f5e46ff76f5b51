import type { BillLayout } from './bill-layout.ts'

/** Purchase orders: the shop's own print-out, a supplier's order form, the order database by the till. */
export const orderLayouts: readonly BillLayout[] = [
  {
    head: {
      seller: 'Supplier',
      gstin: 'GSTIN/UIN',
      number: 'PO No.',
      date: 'PO Date',
      buyer: 'Invoice To',
      buyerGstin: 'GSTIN of buyer',
      terms: 'Terms of Payment',
    },
    line: {
      serial: 'Sl No',
      description: 'Description of Goods',
      hsn: 'HSN/SAC',
      qty: 'Quantity',
      rate: 'Rate',
      unit: 'per',
      amount: 'Amount',
    },
    foot: {
      taxable: 'Taxable Value',
      tax: { cgst: 'CGST', sgst: 'SGST', igst: 'IGST' },
      roundOff: 'Round Off',
      total: 'Total',
    },
    dates: 'dd-MMM-yy',
    totals: 'rupee sign',
    hsnDigits: 8,
    unitInQty: true,
  },
  {
    head: {
      seller: 'Vendor',
      gstin: 'Vendor GSTIN',
      number: 'Our Order Ref',
      date: 'Order Date',
      buyer: 'Ship To',
      buyerGstin: 'Buyer GSTIN',
    },
    line: {
      description: 'Item',
      hsn: 'HSN',
      qty: 'Qty',
      unit: 'UOM',
      rate: 'Unit Price',
      gst: 'GST %',
      amount: 'Line Total',
    },
    foot: {
      taxable: 'Sub Total',
      tax: { cgst: 'CGST', sgst: 'SGST', igst: 'IGST' },
      roundOff: 'Rounding',
      total: 'Order Value',
    },
    dates: 'dd/mm/yyyy',
    totals: 'plain',
    hsnDigits: 4,
    unitInQty: false,
  },
  {
    head: { seller: 'M/s', number: 'Order No.', date: 'Date' },
    line: { description: 'Particulars', qty: 'Qty', rate: 'Rate', amount: 'Amount' },
    foot: { roundOff: 'R/off', total: 'Approx. Total' },
    dates: 'dd.mm.yy',
    totals: 'Rs.',
    hsnDigits: 4,
    unitInQty: true,
  },
]
