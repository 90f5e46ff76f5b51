import { makeGstin } from '../../src/platform/gst/gstin.ts'
import type { LayoutName } from './bill-layouts.ts'
import type { Numbering } from './bill-numbers.ts'
import type { Trade } from './products.ts'
import type { Random } from './random.ts'

export type Vendor = {
  name: string
  aliases: readonly string[]
  state: StateCode
  gstin: string
  trade: Trade
  /** How its bills are printed and numbered. */
  layout: LayoutName
  numbering: Numbering
}

/** GST codes of the sellers' states. The shop is in state 27. */
export type StateCode = '07' | '24' | '27' | '29' | '33' | '36'

type Row = readonly [
  name: string,
  state: StateCode,
  trade: Trade,
  layout: LayoutName,
  numbering: Numbering,
  ...aliases: string[],
]

// Aliases are what bills print (short forms, other spellings, Devanagari) and what banks cut off.
// prettier-ignore
const rows: readonly Row[] = [
  ['Shree Ganesh Traders', '27', 'grocery', 'tally', 'initials', 'Shri Ganesh Traders', 'SHREE GANESH TRA', 'श्री गणेश ट्रेडर्स'],
  ['Mahalaxmi Provision Stores', '27', 'grocery', 'billBook', 'plain', 'Mahalakshmi Provision', 'MAHALAXMI PROV'],
  ['Deccan Agro Foods Pvt Ltd', '27', 'grocery', 'cloud', 'INV', 'Deccan Agro Foods', 'Deccan Agro'],
  ['Balaji Grain Merchants', '27', 'grocery', 'hindi', 'plain', 'Balaji Grains', 'बालाजी ग्रेन मर्चंट्स'],
  ['Patel Oil Depot', '24', 'grocery', 'tally', 'year', 'Patel Oils', 'PATEL OIL DEP'],
  ['Kaveri Spices', '29', 'grocery', 'cloud', 'INV', 'Kaveri Masala', 'Kaveri Spices & Co'],
  ['Annapurna Foods', '27', 'grocery', 'distributor', 'GST', 'Annapoorna Foods', 'ANNAPURNA FOOD'],
  ['Sai Krupa Distributors', '27', 'grocery', 'distributor', 'short', 'Saikrupa Dist', 'साई कृपा डिस्ट्रिब्यूटर्स'],
  ['Nilgiri Tea Company', '33', 'grocery', 'erp', 'initials', 'Nilgiri Tea Co', 'NILGIRI TEA'],
  ['Coromandel Snacks', '33', 'grocery', 'tally', 'year', 'Coramandel Snacks', 'COROMANDEL SNA'],
  ['Vidarbha Dal Mill', '27', 'grocery', 'hindi', 'plain', 'Vidharbha Dal Mill', 'विदर्भ दाल मिल'],
  ['Saurashtra Groundnut Oils', '24', 'grocery', 'erp', 'short', 'Saurashtra Oils', 'SAURASHTRA GNUT'],
  ['Konkan Pickles', '27', 'grocery', 'billBook', 'plain', 'Kokan Pickles', 'कोंकण पिकल्स'],
  ['Rajdhani Dry Fruits', '07', 'grocery', 'cloud', 'INV', 'Rajdhani Dryfruits', 'RAJDHANI DRY FR'],
  ['Godavari Dairy Products', '27', 'grocery', 'distributor', 'GST', 'Godavari Dairy', 'Godawari Dairy'],
  ['Hampi Beverages', '29', 'grocery', 'erp', 'year', 'Hampi Bev', 'HAMPI BEVERAG'],
  ['Panchvati Bakers', '27', 'grocery', 'billBook', 'short', 'Panchwati Bakers', 'PANCHVATI BAK'],
  ['Om Sai Wholesale', '27', 'grocery', 'distributor', 'initials', 'Om Sai Whole Sale', 'ओम साई होलसेल'],
  ['Charminar Rice Mills', '36', 'grocery', 'tally', 'initials', 'Charminar Rice', 'CHARMINAR RICE M'],
  ['Sparkle Home Care', '24', 'household', 'cloud', 'INV', 'Sparkle Homecare', 'SPARKLE HOME'],
  ['Jai Hind Soap Works', '27', 'household', 'tally', 'short', 'Jaihind Soaps', 'JAI HIND SOAP'],
  ['Sugandh Agarbatti Works', '29', 'household', 'erp', 'year', 'Sugandha Agarbathi', 'SUGANDH AGARBAT'],
  ['Unity Marketing', '27', 'household', 'distributor', 'GST', 'Unity Mktg', 'Unity Marketing Co'],
  ['Prakash Agencies', '27', 'household', 'distributor', 'short', 'Prakash Agency', 'प्रकाश एजन्सीज'],
  ['Vishal Steel Centre', '27', 'household', 'billBook', 'plain', 'Vishal Steel Center', 'VISHAL STEEL'],
  ['Matoshree Enterprises', '27', 'household', 'hindi', 'plain', 'Matoshri Enterprises', 'मातोश्री एंटरप्रायझेस'],
  ['Sivakasi Match Works', '33', 'household', 'tally', 'initials', 'Shivakasi Matches', 'SIVAKASI MATCH'],
  ['Bright Sales Corporation', '27', 'household', 'cloud', 'INV', 'Bright Sales Corp', 'BRIGHT SALES'],
  ['Vidya Book Depot', '27', 'stationery', 'billBook', 'plain', 'Vidya Books', 'विद्या बुक डेपो'],
  ['Saraswati Paper Mart', '27', 'stationery', 'tally', 'GST', 'Saraswathi Paper Mart', 'SARASWATI PAPER'],
  ['Campus Stationers', '27', 'stationery', 'cloud', 'INV', 'Campus Stationary', 'CAMPUS STATION'],
  ['Lekhani Pens', '24', 'stationery', 'erp', 'year', 'Lekhni Pens', 'LEKHANI PEN'],
  ['Akshar Paper Products', '24', 'stationery', 'tally', 'initials', 'Akshar Papers', 'AKSHAR PAPER PR'],
  ['Pratibha Stationery House', '27', 'stationery', 'distributor', 'short', 'Pratibha Stationers', 'PRATIBHA STAT'],
  ['Tejas Electricals', '27', 'electrical', 'tally', 'GST', 'Tejas Elect', 'TEJAS ELECTRIC'],
  ['Jyoti Electric Stores', '27', 'electrical', 'hindi', 'plain', 'Jyothi Electric', 'ज्योती इलेक्ट्रिक स्टोअर्स'],
  ['Om Shakti Lighting', '07', 'electrical', 'erp', 'year', 'Omshakti Lights', 'OM SHAKTI LIGHT'],
  ['Pune Cable House', '27', 'electrical', 'cloud', 'INV', 'Pune Cables', 'PUNE CABLE HOU'],
  ['Pooja Home Appliances', '27', 'electrical', 'distributor', 'GST', 'Puja Home Appliances', 'POOJA HOME APP'],
  ['Bharat Electrical Agencies', '27', 'electrical', 'billBook', 'short', 'Bharat Electricals', 'BHARAT ELECT AG'],
]

const panLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'.split('')

/** The 40 vendors. `random` gives their tax numbers. */
export function sampleVendors(random: Random): Vendor[] {
  return rows.map(([name, state, trade, layout, numbering, ...aliases]) => {
    const gstin = makeGstin(state, panFor(name, random), '1')
    return { name, aliases, state, gstin, trade, layout, numbering }
  })
}

/** The fourth letter of a PAN says whether it is a company or a proprietor. The fifth is the first letter of the name. */
export function panFor(name: string, random: Random): string {
  const kind = name.endsWith('Ltd') ? 'C' : random.pick(['P', 'P', 'F'])
  const digits = String(random.int(1000, 9999))
  return `A${letter(random)}${letter(random)}${kind}${name.charAt(0)}${digits}${letter(random)}`
}

function letter(random: Random): string {
  return random.pick(panLetters)
}
