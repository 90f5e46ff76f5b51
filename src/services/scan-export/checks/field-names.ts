import type { Category } from '../categories.ts'

/* What people call the canonical keys. */

const names: Readonly<Record<string, string>> = {
  account_no: 'Account number',
  ack_date: 'Acknowledgement date',
  amount: 'Amount',
  balance: 'Balance',
  buyer_gstin: "Buyer's GSTIN",
  cess: 'Cess',
  cgst: 'CGST',
  cgst_rate: 'CGST %',
  closing_balance: 'Closing balance',
  credit: 'Deposit',
  date: 'Date',
  debit: 'Withdrawal',
  description: 'Description',
  discount: 'Discount',
  discount_pct: 'Discount %',
  due_date: 'Due date',
  free_qty: 'Free quantity',
  freight: 'Freight',
  gst_rate: 'GST %',
  gstin: 'GSTIN',
  hsn: 'HSN',
  igst: 'IGST',
  igst_rate: 'IGST %',
  invoice_date: 'Bill date',
  invoice_no: 'Bill number',
  mrp: 'MRP',
  name: 'Seller',
  opening_balance: 'Opening balance',
  original_invoice_date: "First bill's date",
  original_invoice_no: "First bill's number",
  place_of_supply: 'Place of supply',
  po_date: 'Order date',
  po_no: 'Order number',
  qty: 'Quantity',
  rate: 'Rate',
  rate_incl_tax: 'Rate with tax',
  round_off: 'Round-off',
  sgst: 'SGST',
  sgst_rate: 'SGST %',
  statement_date: 'Statement date',
  statement_from: 'From',
  statement_to: 'To',
  subtotal: 'Subtotal',
  tax_amount: 'Tax',
  taxable_value: 'Taxable value',
  total: 'Total',
  utgst: 'UTGST',
  value_date: 'Value date',
  vendor_name: 'Seller',
}

/** What a field is called on the form of such a paper; a key that is nobody's is its own name. */
export function fieldName(key: string, category: Category): string {
  if (category === 'purchase_order' && key === 'vendor_name') return 'Supplier'
  return (Object.hasOwn(names, key) ? names[key] : undefined) ?? key
}
