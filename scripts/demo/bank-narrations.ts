import { nameOnPaper } from './bill.ts'
import type { Random } from './random.ts'
import { institutions, people } from './storefront/customers.ts'
import type { Vendor } from './vendors.ts'

/** One movement on the account; `amount` in paise, always positive. */
export type Movement = {
  direction: 'debit' | 'credit'
  narration: string
  reference: string
  amount: number
}

type Moment = { random: Random; vendors: readonly Vendor[]; ifsc: string }
type MovementMaker = (moment: Moment) => Movement

/** Those who pay by bank, as a bank prints their names. */
const payers = people.slice(0, 14).map(asBanksPrint)
const payingInstitutions = institutions.slice(0, 5).map(asBanksPrint)
const handles = ['okaxis', 'oksbi', 'okhdfcbank', 'ybl', 'ibl', 'paytm']

const toVendors: readonly MovementMaker[] = [
  ({ random, vendors }) => {
    const [name, id] = [vendorName(random, vendors), digits(random, 12)]
    return debit(`UPI/DR/${id}/${name}/${handle(random)}/PAY BILL`, id, rupees(random, 800, 24_000))
  },
  ({ random, vendors, ifsc }) => {
    const reference = `N${digits(random, 15)}`
    const narration = `NEFT DR-${ifsc}-${vendorName(random, vendors)}-NETBANK, MUM-${reference}`
    return debit(narration, reference, rupees(random, 5_000, 68_000))
  },
  ({ random, vendors }) => {
    const id = digits(random, 12)
    const narration = `IMPS-${id}-${vendorName(random, vendors)}-XXXXXXX${digits(random, 4)}-SUPPLIES`
    return debit(narration, id, rupees(random, 2_000, 40_000))
  },
  ({ random, vendors }) => {
    const cheque = digits(random, 6)
    const narration = `CHQ PAID-CTS-PUNE-${vendorName(random, vendors)}`
    return debit(narration, cheque, rupees(random, 4_000, 55_000))
  },
]

const otherDebits: readonly MovementMaker[] = [
  ({ random }) => {
    const id = digits(random, 10)
    const lender = random.pick(['SAHYOG FINANCE LTD', 'SHOP INSURANCE', 'CHIT FUND EMI'])
    return debit(`ACH D- ${lender}-${id}`, id, rupees(random, 1_500, 12_000))
  },
  ({ random }) => {
    const narration = `ATM WDL-S1ANPU${digits(random, 3)}-LAXMI ROAD-PUNE`
    return debit(narration, digits(random, 12), random.pick([2_000, 5_000, 10_000]) * 100)
  },
  ({ random }) => {
    const shop = random.pick(['FUEL STATION KARVE RD', 'MSEDCL BILLDESK', 'COURIER OFFICE'])
    const narration = `POS 416021XXXXXX${digits(random, 4)} ${shop} PUNE`
    return debit(narration, digits(random, 12), rupees(random, 300, 4_500))
  },
  ({ random }) => {
    const charge = random.pick(['SMS CHARGES', 'CASH HANDLING CHARGES', 'POS RENTAL'])
    return debit(`${charge} INCL GST`, '', random.pick([1770, 5900, 11_800, 29_500]))
  },
]

const credits: readonly MovementMaker[] = [
  ({ random }) => {
    const id = digits(random, 12)
    const narration = `UPI/CR/${id}/${random.pick(payers)}/${handle(random)}/GROCERY`
    return credit(narration, id, rupees(random, 60, 3_800))
  },
  ({ random }) => {
    const reference = `N${digits(random, 15)}`
    const narration = `NEFT CR-MAHB0000${digits(random, 3)}-${random.pick(payingInstitutions)}-${reference}`
    return credit(narration, reference, rupees(random, 6_000, 45_000))
  },
  ({ random }) => {
    const id = digits(random, 12)
    const narration = `IMPS-${id}-${random.pick(payers)}-MONTHLY KHATA`
    return credit(narration, id, rupees(random, 1_200, 9_000))
  },
  ({ random }) => {
    const narration = `CASH DEPOSIT-BY SELF-CDM S${digits(random, 5)}`
    return credit(narration, '', random.int(20, 160) * 50_000)
  },
  ({ random }) => {
    const id = digits(random, 8)
    return credit(`POS SETTLEMENT TID ${id}`, id, rupees(random, 3_000, 26_000))
  },
]

/** A payment to a vendor (about two in five), another debit, or money coming in. */
export function composeMovement(moment: Moment): Movement {
  const at = moment.random.next()
  if (at < 0.42) return moment.random.pick(toVendors)(moment)
  if (at < 0.54) return moment.random.pick(otherDebits)(moment)
  return composeCredit(moment)
}

export function composeCredit(moment: Moment): Movement {
  return moment.random.pick(credits)(moment)
}

/** The vendor's name or an alias in Latin capitals, as banks print it. */
function vendorName(random: Random, vendors: readonly Vendor[]): string {
  const { name, aliases } = random.pick(vendors)
  const latin = aliases.filter((alias) => /^[ -~]+$/.test(alias))
  return nameOnPaper(random, { name, aliases: latin }).toUpperCase()
}

/** Banks cut what is longer. */
function asBanksPrint(name: string): string {
  return name.toUpperCase().slice(0, 22)
}

function debit(narration: string, reference: string, amount: number): Movement {
  return { direction: 'debit', narration, reference, amount }
}

function credit(narration: string, reference: string, amount: number): Movement {
  return { direction: 'credit', narration, reference, amount }
}

/** A random amount between two numbers of rupees, in paise. Most amounts are whole rupees. */
function rupees(random: Random, least: number, most: number): number {
  return random.int(least, most) * 100 + (random.chance(0.25) ? random.int(1, 99) : 0)
}

function handle(random: Random): string {
  return random.pick(handles)
}

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, (_, at) => random.int(at === 0 ? 1 : 0, 9)).join('')
}
