import type { Doc } from './docs.ts'
import type { Kept } from './store.ts'

/* The site of a small shop in Pune: sellers, accounts, goods and taxes, and no invoice. */

export const sampleCompany = 'Kulkarni General Stores'

const abbr = 'KGS'
const ownGstin = '27ANZPK1024Z1ZS'
const made = '2025-04-01 09:00:00.000000'

/** As people name it, with the company's mark behind it. */
function ours(name: string): string {
  return `${name} - ${abbr}`
}

function kept(doctype: string, name: string, fields: Doc = {}): Kept {
  return { doctype, doc: { name, creation: made, modified: made, docstatus: 0, ...fields } }
}

const rates = [0, 5, 12, 18, 28, 40]

export function sampleSite(): Kept[] {
  return [
    kept('Company', sampleCompany, {
      abbr,
      country: 'India',
      gstin: ownGstin,
      default_currency: 'INR',
      round_off_account: ours('Round Off'),
    }),
    ...[2025, 2026, 2027].map((year) =>
      kept('Fiscal Year', `${year}-${year + 1}`, {
        year_start_date: `${year}-04-01`,
        year_end_date: `${year + 1}-03-31`,
        disabled: 0,
      }),
    ),
    address('Kulkarni-Billing', 'Company', sampleCompany, ownGstin, 'Maharashtra'),
    ...accounts(),
    ...gst(),
    ...parties(),
    ...goods(),
    kept('Bank Account', 'Current - HDFC Bank', {
      account: ours('HDFC Bank'),
      bank_account_no: '50200012345678',
      company: sampleCompany,
      is_company_account: 1,
    }),
    kept('Accounts Settings', 'Accounts Settings', { check_supplier_invoice_uniqueness: 0 }),
  ]
}

function account(name: string, parent: string, fields: Doc = {}): Kept {
  return kept('Account', ours(name), {
    account_name: name,
    company: sampleCompany,
    parent_account: parent === '' ? '' : ours(parent),
    is_group: 0,
    disabled: 0,
    ...fields,
  })
}

const heads = ['CGST', 'SGST', 'IGST', 'Cess']

function accounts(): Kept[] {
  const group = { is_group: 1 }
  return [
    ...['Current Assets', 'Expenses', 'Income', 'Duties and Taxes'].map((name) =>
      account(name, '', group),
    ),
    ...rates.map((rate) => account(`Purchase ${rate}%`, 'Expenses')),
    ...rates.map((rate) => account(`Sales ${rate}%`, 'Income')),
    ...['Freight', 'Discount', 'Round Off'].map((name) => account(name, 'Expenses')),
    account('HDFC Bank', 'Current Assets', { account_type: 'Bank' }),
    account('Cash', 'Current Assets', { account_type: 'Cash' }),
    account('Closed', 'Expenses', { disabled: 1 }),
    ...['Input Tax', 'Output Tax', 'Input Tax RCM'].flatMap((side) =>
      heads.map((head) => account(`${side} ${head}`, 'Duties and Taxes', { account_type: 'Tax' })),
    ),
  ]
}

const sides = [
  ['Input', 'Input Tax'],
  ['Output', 'Output Tax'],
  ['Purchase Reverse Charge', 'Input Tax RCM'],
] as const

function gst(): Kept[] {
  const rows = sides.map(([type, side]): Doc => ({
    company: sampleCompany,
    account_type: type,
    cgst_account: ours(`${side} CGST`),
    sgst_account: ours(`${side} SGST`),
    igst_account: ours(`${side} IGST`),
    cess_account: ours(`${side} Cess`),
  }))
  return [
    kept('GST Settings', 'GST Settings', { gst_accounts: rows }),
    ...rates.map((rate) =>
      kept('Item Tax Template', ours(rate === 0 ? 'Nil-Rated' : `GST ${rate}%`), {
        company: sampleCompany,
        gst_rate: rate,
        gst_treatment: rate === 0 ? 'Nil-Rated' : 'Taxable',
        disabled: 0,
        taxes: sides.flatMap(([, side]) => [
          { tax_type: ours(`${side} CGST`), tax_rate: rate / 2 },
          { tax_type: ours(`${side} SGST`), tax_rate: rate / 2 },
          { tax_type: ours(`${side} IGST`), tax_rate: rate },
        ]),
      }),
    ),
    ...['1006', '1512', '3401', '8539'].map((code) => kept('GST HSN Code', code)),
  ]
}

function address(name: string, doctype: string, of: string, gstin: string, state: string): Kept {
  return kept('Address', name, {
    address_title: of,
    address_line1: '1 Market Road',
    city: 'Pune',
    country: 'India',
    gstin,
    gst_state: state,
    gst_state_number: gstin.slice(0, 2),
    gst_category: gstin === '' ? 'Unregistered' : 'Registered Regular',
    is_primary_address: 1,
    links: [{ link_doctype: doctype, link_name: of }],
  })
}

const sellers = [
  ['Om Sai Wholesale', '27AGDFO8688H1ZB', 'Maharashtra'],
  ['Shree Traders', '27AAPFU0939F1ZV', 'Maharashtra'],
  ['Kaveri Spices', '29AHEPK8188R1Z7', 'Karnataka'],
  ['Pune Cable House', '27AYBPP5910C1ZP', 'Maharashtra'],
] as const

function parties(): Kept[] {
  return [
    kept('Supplier Group', 'All Supplier Groups'),
    kept('Customer Group', 'All Customer Groups'),
    ...sellers.flatMap(([name, gstin, state]) => [
      kept('Supplier', name, {
        supplier_name: name,
        supplier_group: 'All Supplier Groups',
        gstin,
        disabled: 0,
      }),
      address(`${name}-Billing`, 'Supplier', name, gstin, state),
    ]),
    kept('Customer', 'Web Customers', {
      customer_name: 'Web Customers',
      customer_group: 'All Customer Groups',
      disabled: 0,
    }),
  ]
}

/** Code, name, unit, HSN, rate of GST. */
const items = [
  ['RICE-5KG', 'Basmati Rice 5 kg', 'Bag', '1006', 5],
  ['OIL-1L', 'Sunflower Oil 1 L', 'Pouch', '1512', 5],
  ['SOAP', 'Soap', 'Nos', '3401', 18],
  ['LED-9W', 'LED Bulb 9 W', 'Nos', '8539', 18],
] as const

function goods(): Kept[] {
  return [
    ...['Nos', 'Pcs', 'Bag', 'Pouch', 'Kg'].map((name) => kept('UOM', name, { enabled: 1 })),
    ...['Stores', 'Wagholi'].map((name) =>
      kept('Warehouse', ours(name), {
        warehouse_name: name,
        company: sampleCompany,
        is_group: 0,
        disabled: 0,
      }),
    ),
    ...items.map(([code, name, unit, hsn, rate]) =>
      kept('Item', code, {
        item_code: code,
        item_name: name,
        stock_uom: unit,
        gst_hsn_code: hsn,
        is_stock_item: 1,
        disabled: 0,
        taxes: [{ item_tax_template: ours(`GST ${rate}%`) }],
      }),
    ),
    kept('Bin', 'bin-rice', {
      item_code: 'RICE-5KG',
      warehouse: ours('Stores'),
      actual_qty: 24,
    }),
    kept('Item Price', 'price-rice', {
      item_code: 'RICE-5KG',
      price_list: 'Standard Selling',
      price_list_rate: 520,
      uom: 'Bag',
      valid_from: '2026-04-01',
      selling: 1,
    }),
  ]
}
