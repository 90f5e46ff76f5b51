/* What people call the canonical keys: on forms and pages, and in what a check says. */

type Names = Readonly<Record<string, string>>

/** Of amounts that a line and the foot of a document both carry. */
const amountNames: Names = {
  taxable_value: 'Taxable value',
  subtotal: 'Subtotal',
  cgst: 'CGST',
  sgst: 'SGST',
  igst: 'IGST',
  utgst: 'UTGST',
  cess: 'Cess',
  cgst_rate: 'CGST %',
  sgst_rate: 'SGST %',
  igst_rate: 'IGST %',
  cess_rate: 'Cess %',
  gst_rate: 'GST %',
  tax_amount: 'Tax',
  discount: 'Discount',
  discount_pct: 'Discount %',
  round_off: 'Round-off',
  freight: 'Freight',
  total: 'Total',
}

export const headNames: Names = {
  ...amountNames,
  account_name: 'Account holder',
  account_no: 'Account number',
  ack_date: 'Acknowledgement date',
  ack_no: 'Acknowledgement number',
  address: 'Address',
  amount_in_words: 'Amount in words',
  balance: 'Balance',
  bank_name: 'Bank',
  branch: 'Branch',
  buyer_gstin: "Buyer's GSTIN",
  buyer_name: 'Buyer',
  closing_balance: 'Closing balance',
  consignee_name: 'Delivered to',
  currency: 'Currency',
  customer_id: 'Customer number',
  date: 'Date',
  delivery_note_no: 'Delivery note number',
  document_type: 'Kind of paper',
  drug_licence_no: 'Drug licence number',
  due_date: 'Due date',
  email: 'E-mail',
  eway_bill_no: 'e-Way bill number',
  fssai_no: 'FSSAI number',
  gstin: 'GSTIN',
  ifsc: 'IFSC',
  invoice_date: 'Bill date',
  invoice_no: 'Bill number',
  irn: 'e-Invoice number (IRN)',
  lr_no: 'LR number',
  micr: 'MICR',
  name: 'Name',
  opening_balance: 'Opening balance',
  original_invoice_date: "First bill's date",
  original_invoice_no: "First bill's number",
  pan: 'PAN',
  payment_terms: 'Terms',
  phone: 'Phone',
  place_of_supply: 'Place of supply',
  po_date: 'Order date',
  po_no: 'Order number',
  reverse_charge: 'Reverse charge',
  state: 'State',
  state_code: 'State code',
  statement_date: 'Statement date',
  statement_from: 'From',
  statement_to: 'To',
  total_qty: 'Total quantity',
  transporter: 'Transporter',
  vehicle_no: 'Vehicle',
  vendor_name: 'Seller',
}

export const lineNames: Names = {
  ...amountNames,
  amount: 'Amount',
  balance: 'Balance',
  barcode: 'Barcode',
  batch_no: 'Batch',
  branch: 'Branch',
  branch_code: 'Branch code',
  credit: 'Credit',
  date: 'Date',
  debit: 'Debit',
  description: 'Item',
  dr_cr: 'Debit or credit',
  expiry_date: 'Expiry',
  free_qty: 'Free quantity',
  gstin: 'GSTIN',
  hsn: 'HSN',
  invoice_date: 'Bill date',
  invoice_no: 'Bill number',
  item_code: 'Item code',
  manufacturer: 'Made by',
  mfg_date: 'Made on',
  mrp: 'MRP',
  narration: 'Narration',
  pack: 'Pack',
  po_no: 'Order number',
  product_name: 'Item',
  qty: 'Quantity',
  rate: 'Rate',
  rate_incl_tax: 'Rate with tax',
  reference: 'Reference',
  sku: 'SKU',
  sl_no: 'No.',
  unit: 'Unit',
  value_date: 'Value date',
  vendor_name: 'Seller',
}

/** What a field of the head, or a column of the lines, is called; undefined for a key that is nobody's. */
export function nameOfField(place: 'metadata' | 'line', key: string): string | undefined {
  const names = place === 'metadata' ? headNames : lineNames
  return Object.hasOwn(names, key) ? names[key] : undefined
}

/** What a check calls a field; a key that is nobody's is its own name. */
export function fieldName(key: string): string {
  // The seller's name, where nothing else says who sold it.
  if (key === 'name') return 'Seller'
  return nameOfField('metadata', key) ?? nameOfField('line', key) ?? key
}
