import { emptyMasters, foldName, type Company, type MasterKind } from './books.ts'
import { nextMaster } from './import-masters.ts'
import { element, type Element } from './xml.ts'

/* The accounts of the demo's shop: sellers, duties, goods and voucher types, without vouchers. */

/** A stock item at the start: the quantity, and the cost of one in rupees. */
export type SampleGoods = {
  name: string
  unit: string
  hsn: string
  gstPercent: number
  number: number
  cost: string
  partNo?: string
}

const guid = '3f0f6a52-6d1b-4b0e-9a57-27c1a4d0be01'

/**
 * `year`: the start year of the current financial year. The accounts contain the year before as well. `more`: additional goods. A usual
 * item wins over an additional one with the same name.
 */
export function sampleCompanies(year = 2026, more: readonly SampleGoods[] = []): Company[] {
  const company: Company = {
    number: '10001',
    guid,
    name: 'Kulkarni General Stores',
    booksFrom: `${year - 1}0401`,
    booksTo: `${year + 2}0331`,
    periodFrom: `${year}0401`,
    periodTo: `${year + 1}0331`,
    isLoaded: true,
    gstin: '27ANZPK1024Z1ZS',
    state: 'Maharashtra',
    altVchId: 0,
    altMstId: 0,
    lastVoucherId: 0,
    lastMasterId: 0,
    numbers: {},
    masters: emptyMasters(),
    vouchers: new Map(),
    held: new Map(),
  }
  const added = more.filter(
    ({ name }) => !stock.some((usual) => foldName(usual.name) === foldName(name)),
  )
  for (const master of [
    ...groups,
    ...ledgers(),
    ...goods(),
    ...voucherTypes(),
    ...added.map(item),
  ]) {
    nextMaster(company, master)
  }
  return [company]
}

type Sample = { kind: MasterKind; name: string; fields: Element[]; reservedName?: string }

/** The shop's other bank accounts, each with the number that its statements print. */
export const sampleBanks = [
  ['ICICI Bank 6729', 'XXXXXXXX6729'],
  ['State Bank of India 6094', 'XXXXXXXX6094'],
  ['Axis Bank 4041', 'XXXXXXXX4041'],
] as const

/** The root of all groups. The control character is Tally's mark for its own names. */
const root = '\u0004 Primary'

function group(name: string, parent: string): Sample {
  return { kind: 'GROUP', name, reservedName: name, fields: [element('PARENT', parent)] }
}

const groups: readonly Sample[] = [
  ...['Current Assets', 'Current Liabilities', 'Loans (Liability)', 'Purchase Accounts'].map(
    (name) => group(name, root),
  ),
  ...[
    'Sales Accounts',
    'Direct Expenses',
    'Indirect Expenses',
    'Indirect Incomes',
    'Suspense A/c',
  ].map((name) => group(name, root)),
  ...['Bank Accounts', 'Cash-in-Hand', 'Sundry Debtors', 'Stock-in-Hand'].map((name) =>
    group(name, 'Current Assets'),
  ),
  ...['Sundry Creditors', 'Duties & Taxes'].map((name) => group(name, 'Current Liabilities')),
  group('Bank OD A/c', 'Loans (Liability)'),
]

function ledger(name: string, parent: string, more: Record<string, string> = {}): Sample {
  const fields = Object.entries({ PARENT: parent, ...more }).map(([field, text]) =>
    element(field, text),
  )
  return { kind: 'LEDGER', name, fields }
}

function seller([name, gstin, state]: readonly [string, string, string]): Sample {
  const party = ledger(name, 'Sundry Creditors', {
    PARTYGSTIN: gstin,
    LEDSTATENAME: state,
    GSTREGISTRATIONTYPE: 'Regular',
    ISBILLWISEON: 'Yes',
    BILLCREDITPERIOD: '15 Days',
  })
  const registration = element('LEDGSTREGDETAILS.LIST', [
    element('APPLICABLEFROM', '20250401'),
    element('GSTREGISTRATIONTYPE', 'Regular'),
    element('STATE', state),
    element('GSTIN', gstin),
  ])
  return { ...party, fields: [...party.fields, registration] }
}

const dutyHeads = { CGST: 'CGST', SGST: 'SGST/UTGST', IGST: 'IGST', Cess: 'Cess' } as const
const rates = ['0', '5', '12', '18', '28', '40'] as const

function duties(side: string): Sample[] {
  return Object.entries(dutyHeads).map(([name, head]) =>
    ledger(`${side} ${name}`, 'Duties & Taxes', { TAXTYPE: 'GST', GSTDUTYHEAD: head }),
  )
}

function ledgers(): Sample[] {
  return [
    { ...ledger('Cash', 'Cash-in-Hand'), reservedName: 'Cash' },
    { ...ledger('Profit & Loss A/c', root), reservedName: 'Profit & Loss A/c' },
    ledger('HDFC Bank Current A/c', 'Bank Accounts'),
    ...sampleBanks.map(([name]) => ledger(name, 'Bank Accounts')),
    ledger('Purchase', 'Purchase Accounts'),
    ledger('Sales', 'Sales Accounts'),
    ...rates.map((rate) => ledger(`Purchase ${rate}%`, 'Purchase Accounts')),
    ...rates.map((rate) => ledger(`Sales ${rate}%`, 'Sales Accounts')),
    ...duties('Input'),
    ...duties('Output'),
    ledger('Freight Inward', 'Direct Expenses'),
    ledger('Discount Received', 'Indirect Incomes'),
    ledger('Discount Allowed', 'Indirect Expenses'),
    ledger('Round Off', 'Indirect Expenses'),
    ledger('TCS Receivable', 'Current Assets'),
    ledger('Suspense', 'Suspense A/c'),
    ledger('Web Customers', 'Sundry Debtors', { LEDSTATENAME: 'Maharashtra' }),
    ...sampleSellers.map(seller),
  ]
}

const units = [
  'Nos',
  'Pcs',
  'Pkt',
  'Bag',
  'Box',
  'Btl',
  'Jar',
  'Tin',
  'Coil',
  'Bdl',
  'Pouch',
  'Kg',
  'Ltr',
]

/** Name, unit, HSN, GST rate, opening quantity, and cost of one. */
const stock = (
  [
    ['Basmati Rice 5 kg', 'Bag', '1006', '5', '24', '450.50'],
    ['Kolam Rice 25 kg', 'Bag', '1006', '5', '12', '1321.50'],
    ['Wheat Atta 10 kg', 'Bag', '1101', '5', '30', '372.50'],
    ['Sugar 1 kg', 'Pkt', '1701', '5', '80', '43.00'],
    ['Jaggery 1 kg', 'Pkt', '1701', '5', '60', '55.00'],
    ['Moong Dal 1 kg', 'Pkt', '0713', '5', '45', '98.50'],
    ['Assam Tea 250 g', 'Pkt', '0902', '5', '40', '88.00'],
    ['Sunflower Oil 1 L', 'Pouch', '1512', '5', '80', '139.00'],
    ['Cow Ghee 1 L', 'Tin', '0405', '5', '10', '516.50'],
    ['Mango Pickle 500 g', 'Jar', '2001', '5', '25', '92.50'],
    ['LED Bulb 9 W', 'Nos', '8539', '18', '60', '61.50'],
    ['Ceiling Fan 1200 mm', 'Nos', '8414', '18', '0', '1438.50'],
  ] as const
).map(([name, unit, hsn, rate, number, cost]): SampleGoods => ({
  name,
  unit,
  hsn,
  gstPercent: Number(rate),
  number: Number(number),
  cost,
}))

function goods(): Sample[] {
  return [
    ...units.map((name): Sample => ({
      kind: 'UNIT',
      name,
      fields: [element('SYMBOL', name), element('ISSIMPLEUNIT', 'Yes')],
    })),
    { kind: 'GODOWN', name: 'Main Location', reservedName: 'Main Location', fields: [] },
    { kind: 'GODOWN', name: 'Godown Wagholi', fields: [] },
    ...stock.map(item),
  ]
}

function item({ name, unit, hsn, gstPercent, number, cost, partNo }: SampleGoods): Sample {
  const fields = {
    BASEUNITS: unit,
    INFGSTHSNCODE: hsn,
    INFGSTIGSTRATE: String(gstPercent),
    INFGSTTAXABLILITY: gstPercent === 0 ? 'Nil Rated' : 'Taxable',
    ...(partNo !== undefined && { PARTNO: partNo }),
    OPENINGBALANCE: `${number} ${unit}`,
    OPENINGRATE: `${cost}/${unit}`,
  }
  const given = Object.entries(fields).map(([field, text]) => element(field, text))
  return { kind: 'STOCKITEM', name, fields: [...given, ...aliasesOf(name)] }
}

/** Other names of goods on some papers. */
const aliases: Readonly<Record<string, string>> = {
  'Sunflower Oil 1 L': 'S/F Oil 1L',
  'Jaggery 1 kg': 'Gul 1kg',
  'Moong Dal 1 kg': 'Mung Dal 1kg',
}

function aliasesOf(name: string): Element[] {
  const alias = aliases[name]
  if (alias === undefined) return []
  const names = [element('NAME', name), element('NAME', alias)]
  return [element('LANGUAGENAME.LIST', [element('NAME.LIST', names)])]
}

const types = [
  'Purchase',
  'Sales',
  'Debit Note',
  'Credit Note',
  'Sales Order',
  'Payment',
  'Receipt',
  'Contra',
  'Journal',
]

function voucherTypes(): Sample[] {
  const reserved = types.map((name): Sample => ({
    kind: 'VOUCHERTYPE',
    name,
    reservedName: name,
    fields: voucherType(name, 'Automatic', 'No'),
  }))
  const manual = voucherType('Purchase', 'Manual', 'Yes')
  return [...reserved, { kind: 'VOUCHERTYPE', name: 'Purchase Manual', fields: manual }]
}

function voucherType(parent: string, method: string, preventsDuplicates: string): Element[] {
  return [
    element('PARENT', parent),
    // An old field. It does not follow the series.
    element('NUMBERINGMETHOD', method === 'Automatic' ? 'Default' : 'None'),
    element('PREVENTDUPLICATES', 'No'),
    element('VOUCHERNUMBERSERIES.LIST', [
      element('NAME', 'Default'),
      element('NUMBERINGMETHOD', method),
      element('NUMBERINGSUBMETHOD', 'Auto Retain'),
      element('PREVENTDUPLICATES', preventsDuplicates),
    ]),
  ]
}

/**
 * The sellers in the accounts of the demo's shop: name, GSTIN, state. Two sellers of the demo's bills are missing, because no accounts
 * have everybody.
 */
export const sampleSellers = [
  ['Akshar Paper Products', '24AFRFA1455R1ZN', 'Gujarat'],
  ['Annapurna Foods', '27AETPA7825L1ZY', 'Maharashtra'],
  ['Balaji Grain Merchants', '27AMBPB2390K1Z6', 'Maharashtra'],
  ['Bharat Electrical Agencies', '27ACZFB3367Z1ZR', 'Maharashtra'],
  ['Bright Sales Corporation', '27AHEPB4452G1ZO', 'Maharashtra'],
  ['Campus Stationers', '27AXNFC3771L1ZN', 'Maharashtra'],
  ['Charminar Rice Mills', '36ADRFC3609P1ZO', 'Telangana'],
  ['Coromandel Snacks', '33AGBPC2144Q1ZL', 'Tamil Nadu'],
  ['Godavari Dairy Products', '27ASYFG2496D1ZV', 'Maharashtra'],
  ['Hampi Beverages', '29AKCFH2467K1ZI', 'Karnataka'],
  ['Jai Hind Soap Works', '27ACNFJ6862N1ZD', 'Maharashtra'],
  ['Jyoti Electric Stores', '27ARCPJ6112B1ZE', 'Maharashtra'],
  ['Kaveri Spices', '29AHEPK8188R1Z7', 'Karnataka'],
  ['Konkan Pickles', '27AYCFK8509A1Z9', 'Maharashtra'],
  ['Lekhani Pens', '24AFNFL4103U1ZJ', 'Gujarat'],
  ['Mahalaxmi Provision Stores', '27ATLPM6515Z1ZE', 'Maharashtra'],
  ['Matoshree Enterprises', '27APGPM4677X1ZK', 'Maharashtra'],
  ['Nilgiri Tea Company', '33AFDPN4718T1ZW', 'Tamil Nadu'],
  ['Om Sai Wholesale', '27AGDFO8688H1ZB', 'Maharashtra'],
  ['Om Shakti Lighting', '07ATGFO2273R1ZL', 'Delhi'],
  ['Panchvati Bakers', '27ANNPP6917B1ZS', 'Maharashtra'],
  ['Patel Oil Depot', '24AEBFP3572L1ZW', 'Gujarat'],
  ['Pooja Home Appliances', '27ABNPP7128K1Z1', 'Maharashtra'],
  ['Prakash Agencies', '27AWCPP7486G1Z1', 'Maharashtra'],
  ['Pratibha Stationery House', '27ALWPP3936R1ZT', 'Maharashtra'],
  ['Pune Cable House', '27AYBPP5910C1ZP', 'Maharashtra'],
  ['Rajdhani Dry Fruits', '07AXNFR3650Y1ZQ', 'Delhi'],
  ['Sai Krupa Distributors', '27AFUFS9950D1Z9', 'Maharashtra'],
  ['Saurashtra Groundnut Oils', '24AYYPS7094S1ZT', 'Gujarat'],
  ['Shree Ganesh Traders', '27ANZPS1024Z1ZK', 'Maharashtra'],
  ['Sivakasi Match Works', '33AWRPS9181S1Z5', 'Tamil Nadu'],
  ['Sparkle Home Care', '24ADBPS2081H1ZP', 'Gujarat'],
  ['Sugandh Agarbatti Works', '29AGZPS8129Y1ZD', 'Karnataka'],
  ['Tejas Electricals', '27AQAPT4191Y1ZM', 'Maharashtra'],
  ['Unity Marketing', '27AEAFU1033Z1ZA', 'Maharashtra'],
  ['Vidarbha Dal Mill', '27AZTFV3146K1Z3', 'Maharashtra'],
  ['Vidya Book Depot', '27ADHFV9696B1ZG', 'Maharashtra'],
  ['Vishal Steel Centre', '27AVFFV8156C1ZU', 'Maharashtra'],
] as const
