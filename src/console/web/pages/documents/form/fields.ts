/** What is typed into a field: which keyboard a phone shows, and how the text stands in it. */
export type InputKind =
  'text' | 'short' | 'date' | 'amount' | 'quantity' | 'percent' | 'code' | 'gstin'

/** A field as a person knows it. */
export type Field = { label: string; input: InputKind }

type Fields = Readonly<Record<string, Field>>

/** A name that is no field is undefined, also "constructor". */
export function fieldOf(place: 'metadata' | 'line', key: string): Field | undefined {
  const fields = place === 'metadata' ? headFields : lineFields
  return Object.hasOwn(fields, key) ? fields[key] : undefined
}

/** A canonical key in a person's words; what is no field keeps its name. */
export function labelOf(place: 'metadata' | 'line', key: string): string {
  return fieldOf(place, key)?.label ?? key
}

const text = named('text')
const date = named('date')
const amount = named('amount')
const percent = named('percent')

/** Amounts that a line and the foot of a document both carry. */
const amountFields: Fields = {
  ...amount({
    taxable_value: 'Taxable value',
    subtotal: 'Subtotal',
    cgst: 'CGST',
    sgst: 'SGST',
    igst: 'IGST',
    utgst: 'UTGST',
    cess: 'Cess',
    tax_amount: 'Tax',
    discount: 'Discount',
    round_off: 'Round-off',
    freight: 'Freight',
    total: 'Total',
  }),
  ...percent({
    cgst_rate: 'CGST %',
    sgst_rate: 'SGST %',
    igst_rate: 'IGST %',
    gst_rate: 'GST %',
    discount_pct: 'Discount %',
  }),
}

/** The head of a document: canonical key → field. */
const headFields: Fields = {
  ...amountFields,
  ...text({
    document_type: 'Kind of paper',
    invoice_no: 'Bill number',
    original_invoice_no: 'Number of the bill it is for',
    po_no: 'Order number',
    place_of_supply: 'Place of supply',
    state: 'State',
    state_code: 'State code',
    irn: 'e-Invoice number (IRN)',
    ack_no: 'Acknowledgement number',
    eway_bill_no: 'e-Way bill number',
    vehicle_no: 'Vehicle',
    transporter: 'Transporter',
    lr_no: 'LR number',
    delivery_note_no: 'Delivery note number',
    payment_terms: 'Terms',
    reverse_charge: 'Reverse charge',
    account_no: 'Account number',
    ifsc: 'IFSC',
    bank_name: 'Bank',
    total_qty: 'Total quantity',
    amount_in_words: 'Amount in words',
    vendor_name: 'Seller',
    buyer_name: 'Buyer',
    consignee_name: 'Delivered to',
    name: 'Name',
    address: 'Address',
    email: 'E-mail',
    phone: 'Phone',
    pan: 'PAN',
    fssai_no: 'FSSAI number',
    drug_licence_no: 'Drug licence number',
    account_name: 'Account holder',
    customer_id: 'Customer number',
    micr: 'MICR',
    branch: 'Branch',
    currency: 'Currency',
  }),
  ...named('gstin')({ gstin: 'GSTIN', buyer_gstin: 'Our GSTIN' }),
  ...date({
    invoice_date: 'Date',
    original_invoice_date: 'Date of the bill it is for',
    due_date: 'Due date',
    po_date: 'Order date',
    ack_date: 'Acknowledgement date',
    date: 'Date',
    statement_date: 'Date of the statement',
    statement_from: 'From day',
    statement_to: 'To day',
  }),
  ...amount({
    opening_balance: 'Opening balance',
    closing_balance: 'Closing balance',
    balance: 'Balance',
  }),
}

/** The lines of a document: canonical key → field. */
const lineFields: Fields = {
  ...amountFields,
  ...text({
    description: 'Item',
    product_name: 'Item',
    item_code: 'Item code',
    sku: 'SKU',
    barcode: 'Barcode',
    batch_no: 'Batch',
    manufacturer: 'Made by',
    pack: 'Pack',
    vendor_name: 'Seller',
    invoice_no: 'Bill number',
    gstin: 'GSTIN',
    po_no: 'Order number',
    narration: 'Narration',
    reference: 'Reference',
    dr_cr: 'Debit or credit',
    branch: 'Branch',
    branch_code: 'Branch code',
    category: 'Category',
  }),
  // A discount may be a percentage.
  ...named('short')({ unit: 'Unit', discount: 'Discount' }),
  ...named('code')({ sl_no: 'No.', hsn: 'HSN' }),
  ...named('quantity')({ qty: 'Quantity', free_qty: 'Free' }),
  ...amount({
    rate: 'Rate',
    rate_incl_tax: 'Rate with tax',
    amount: 'Amount',
    mrp: 'MRP',
    debit: 'Debit',
    credit: 'Credit',
    balance: 'Balance',
  }),
  ...date({
    date: 'Date',
    value_date: 'Value date',
    expiry_date: 'Expiry',
    mfg_date: 'Made on',
    invoice_date: 'Bill date',
  }),
}

function named(input: InputKind) {
  return (labels: Readonly<Record<string, string>>): Fields =>
    Object.fromEntries(Object.entries(labels).map(([key, label]) => [key, { label, input }]))
}
