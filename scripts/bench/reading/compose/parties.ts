import { makeGstin } from '../../../../src/platform/gst/gstin.ts'
import { stateNameOf } from '../../../../src/platform/gst/rates-and-states.ts'
import type { Random } from '../../../demo/random.ts'
import { panFor } from '../../../demo/vendors.ts'

/** A seller or a buyer. */
export type Party = {
  name: string
  /** Street and place, as they are printed line by line. */
  address: string[]
  city: string
  pin: string
  state: string
  stateCode: string
  gstin: string
  pan: string
  phone: string
  email: string
  fssai: string
  drugLicence: string
  bank: Bank
}

type Bank = { name: string; account: string; ifsc: string; branch: string; upi: string }

/** The buyer of every bill: all bills in one shop's data are for that shop. */
export const ownShop: Party = {
  ...partyOf(
    'Kulkarni General Stores',
    ['Shop 4, Laxmi Road', 'Near City Post, Sadashiv Peth'],
    ['Pune', '411030', '27'],
    'AAKPK4821M',
  ),
  phone: '9822014567',
  email: 'shop@example.com',
}

const firstWords =
  `Shree Ganesh|Mahalaxmi|Deccan|Balaji|Patel|Kaveri|Annapurna|Sai Krupa|Nilgiri|Coromandel|Vidarbha|Rajdhani
  |Godavari|Om Sai|Charminar|Sparkle|Jai Hind|Unity|Prakash|Vishal|Bright|Vidya|Saraswati|Campus|Tejas|Jyoti|Pune Central
  |New India|A.K.|R.K.|M/s. Gupta|Shah & Sons|Khandelwal|Bansal|Mehta Brothers|Singhania|Iyer|D'Souza|Al-Noor|Zenith|3S
  |Evergreen|Om Shakti|Bharat|National|Royal|Supreme|Metro|Lotus|Swastik`
    .split('|')
    .map((word) => word.trim())

const lastWords: Record<string, readonly string[]> = {
  goods: [
    'Traders',
    'Enterprises',
    'Agencies',
    'Distributors',
    'Sales Corporation',
    'Marketing Pvt Ltd',
    'Industries',
    'Wholesale',
    '& Co.',
    'Trading Company',
    'Mart LLP',
    'Stores',
  ],
  medicines: [
    'Pharma',
    'Medical Agencies',
    'Drug House',
    'Pharmaceuticals Distributors',
    'Surgicals',
    'Lifecare Pvt Ltd',
    'Medico',
  ],
  services: [
    'Consultants',
    'Associates',
    'Solutions Pvt Ltd',
    'Services',
    'Infotech Private Limited',
    'Facility Management',
    'Engineers LLP',
  ],
}

const streets =
  `Plot No. 14, MIDC Phase II|Gala No. 7, Industrial Estate|1st Floor, Sunrise Complex|12/A, Market Yard|S.No. 41/2, Bypass Road
  |Shop No. 3 & 4, Gandhi Chowk|204, Trade Centre, Station Road|Godown 9, Transport Nagar|H.No. 5-8-112, Main Bazaar|C-22, Sector 63
  |Opp. Bus Stand, M.G. Road|Khasra No. 118, GT Road|Door No. 27, 3rd Cross Street|B-101, Shivam Apartments`
    .split('|')
    .map((street) => street.trim())

const places: readonly (readonly [city: string, pin: string, state: string])[] = [
  ['Pune', '411014', '27'],
  ['Mumbai', '400072', '27'],
  ['Nashik', '422007', '27'],
  ['Nagpur', '440018', '27'],
  ['Ahmedabad', '380015', '24'],
  ['Surat', '395003', '24'],
  ['Bengaluru', '560058', '29'],
  ['Chennai', '600017', '33'],
  ['Hyderabad', '500072', '36'],
  ['New Delhi', '110055', '07'],
  ['Gurugram', '122001', '06'],
  ['Jaipur', '302006', '08'],
  ['Indore', '452003', '23'],
  ['Kolkata', '700007', '19'],
  ['Lucknow', '226018', '09'],
  ['Kochi', '682035', '32'],
]

export type TradeKind = 'goods' | 'medicines' | 'services'

/** Makes a seller or customer. `isNear`: in the shop's own state, so CGST and SGST are charged. */
export function composeParty(random: Random, kind: TradeKind, isNear: boolean): Party {
  const name = `${random.pick(firstWords)} ${random.pick(lastWords[kind] ?? [])}`
  const choice = places.filter(([, , state]) => (state === ownShop.stateCode) === isNear)
  const street = random.shuffle(streets).slice(0, random.int(1, 2))
  return {
    ...partyOf(
      name,
      street,
      random.pick(choice),
      panFor(name.toUpperCase().replace(/[^A-Z ]/g, 'M'), random),
    ),
    phone: `${random.int(7, 9)}${digits(random, 9)}`,
    email: `${random.pick(['accounts', 'sales', 'info', 'billing'])}@${name
      .toLowerCase()
      .replace(/[^a-z]/g, '')
      .slice(0, 14)}.example`,
    fssai: `1${digits(random, 13)}`,
    drugLicence: `20B-${digits(random, 6)}, 21B-${digits(random, 6)}`,
    bank: composeBank(random),
  }
}

function partyOf(
  name: string,
  address: string[],
  [city, pin, stateCode]: readonly [string, string, string],
  pan: string,
): Party {
  const place = { address, city, pin, state: stateNameOf(stateCode) ?? '', stateCode }
  const unknown = { phone: '', email: '', fssai: '', drugLicence: '' }
  const bank = { name: '', account: '', ifsc: '', branch: '', upi: '' }
  return { name, ...place, gstin: makeGstin(stateCode, pan, '1'), pan, ...unknown, bank }
}

const banks = [
  ['HDFC Bank', 'HDFC'],
  ['ICICI Bank Ltd', 'ICIC'],
  ['State Bank of India', 'SBIN'],
  ['Axis Bank', 'UTIB'],
  ['Kotak Mahindra Bank', 'KKBK'],
  ['Bank of Maharashtra', 'MAHB'],
  ['Union Bank of India', 'UBIN'],
  ['Canara Bank', 'CNRB'],
] as const

function composeBank(random: Random): Bank {
  const [name, code] = random.pick(banks)
  const branch = random.pick([
    'Market Yard',
    'Camp',
    'M.G. Road',
    'Industrial Area',
    'Station Road',
  ])
  const account = digits(random, random.pick([11, 12, 14, 15]))
  const ifsc = `${code}0${digits(random, 6)}`
  return { name, account, ifsc, branch, upi: `${digits(random, 10)}@${code.toLowerCase()}` }
}

/** A number with this many digits. The first digit is not 0. */
export function digits(random: Random, count: number): string {
  return Array.from({ length: count }, (_, at) => random.int(at === 0 ? 1 : 0, 9)).join('')
}
