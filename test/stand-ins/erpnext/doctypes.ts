/** What the site knows of a doctype that it takes documents of. */
type Doctype = {
  /** What a name begins with that the site gives; '' where the title is the name. */
  series: string
  /** Of which field the name is made, where there is no series. */
  title?: string
  mandatory: readonly string[]
  /** Fields that name another document: by doctype. */
  links: Readonly<Record<string, string>>
  unique: readonly string[]
  children: Readonly<Record<string, Child>>
  /** Drafts that can be submitted and cancelled. */
  isSubmittable: boolean
}

type Child = { mandatory: readonly string[]; links: Readonly<Record<string, string>> }

const itemLinks = {
  item_code: 'Item',
  uom: 'UOM',
  warehouse: 'Warehouse',
  item_tax_template: 'Item Tax Template',
  batch_no: 'Batch',
  gst_hsn_code: 'GST HSN Code',
  expense_account: 'Account',
  income_account: 'Account',
} as const

const taxes: Child = {
  mandatory: ['charge_type', 'account_head', 'description'],
  links: { account_head: 'Account' },
}

function invoice(changes: Pick<Doctype, 'series' | 'mandatory' | 'links'>): Doctype {
  return {
    unique: ['daybook_id'],
    isSubmittable: true,
    children: { items: { mandatory: ['item_name', 'uom', 'qty'], links: itemLinks }, taxes },
    ...changes,
    links: { company: 'Company', ...changes.links },
  }
}

const master = { mandatory: [], links: {}, unique: [], children: {}, isSubmittable: false }

export const doctypes: Readonly<Record<string, Doctype>> = {
  'Purchase Invoice': invoice({
    series: 'ACC-PINV-2026-',
    mandatory: ['company', 'supplier', 'items'],
    links: {
      supplier: 'Supplier',
      supplier_address: 'Address',
      billing_address: 'Address',
      return_against: 'Purchase Invoice',
    },
  }),
  'Sales Invoice': invoice({
    series: 'ACC-SINV-2026-',
    mandatory: ['company', 'customer', 'items'],
    links: { customer: 'Customer', customer_address: 'Address', company_address: 'Address' },
  }),
  'Sales Order': invoice({
    series: 'SAL-ORD-2026-',
    mandatory: ['company', 'customer', 'items', 'transaction_date', 'delivery_date'],
    links: { customer: 'Customer', customer_address: 'Address', company_address: 'Address' },
  }),
  'Bank Transaction': {
    series: 'ACC-BTN-2026-',
    mandatory: ['date', 'bank_account'],
    links: { bank_account: 'Bank Account', company: 'Company' },
    unique: ['transaction_id'],
    children: {},
    isSubmittable: true,
  },
  Supplier: {
    ...master,
    series: '',
    title: 'supplier_name',
    mandatory: ['supplier_name'],
    links: { supplier_group: 'Supplier Group' },
  },
  Customer: {
    ...master,
    series: '',
    title: 'customer_name',
    mandatory: ['customer_name'],
    links: { customer_group: 'Customer Group' },
  },
  Account: {
    ...master,
    series: '',
    title: 'account_name',
    mandatory: ['account_name', 'company', 'parent_account'],
    links: { company: 'Company', parent_account: 'Account' },
  },
  Item: {
    ...master,
    series: '',
    title: 'item_code',
    mandatory: ['item_code', 'stock_uom'],
    links: { stock_uom: 'UOM' },
  },
  Address: {
    ...master,
    series: '',
    title: 'address_title',
    mandatory: ['address_line1', 'city', 'country'],
    links: {},
  },
  ...Object.fromEntries(
    [
      'Company',
      'Fiscal Year',
      'Supplier Group',
      'Customer Group',
      'UOM',
      'Warehouse',
      'Bank Account',
      'Batch',
      'Bin',
      'Item Price',
      'Item Tax Template',
      'GST HSN Code',
      'GST Settings',
      'Accounts Settings',
      'Buying Settings',
      'Custom Field',
    ].map((name) => [name, { ...master, series: '', title: 'name' }]),
  ),
}
