import { isGstin } from '../platform/gst/gstin.ts'
import type { JsonValue } from '../platform/json/json.ts'
import { normalised } from '../platform/text.ts'
import { once } from '../platform/turns.ts'

/*
 * The only readers of printed or typed values: days, and numbers with currency, sign, side and unit. Each value of a document is read with
 * them once.
 */

/** Characters. A longer text is no printed date. */
const dateCharactersMax = 64
/** A year outside this range was misread. */
const firstYear = 1900
const lastYear = 2199

/**
 * Reads a printed date as yyyy-mm-dd, day first: "05/11/2026", "5-11-26", "05-NOV-26", "Nov 5, 2026", "20261105". Ignores a time after it:
 * the date counts as written, in any time zone. Reads the month first only where nothing else is possible: "11/25/2026". Two digits of a
 * year belong to this century. Undefined for no date (31/02), and outside the years 1900 to 2199.
 */
export function readDay(text: string): string | undefined {
  if (text === '' || text.length > dateCharactersMax) return undefined
  if (isoDay.test(text)) return isoDate(text.slice(0, 4), Number(text.slice(5, 7)), text.slice(8))
  const date = plainPrint(text).replace(weekday, '').replace(timeOfDay, '')
  return readSeparated(date) ?? readCompact(date) ?? readNamedMonth(date)
}

const isoDay = /^\d{4}-\d{2}-\d{2}$/
const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,? (?=.*\d)/
const timeOfDay =
  /(?:t|,? )\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)? ?(?:[ap]\.?m\.?)? ?(?:z|utc|gmt|ist|[+-]\d{2}:?\d{2})?$/

const separator = '(?: ?[-/.] ?| )'
const yearMonthDay = new RegExp(String.raw`^(\d{4})${separator}(\d{1,2})${separator}(\d{1,2})$`)
const dayMonthYear = new RegExp(
  String.raw`^(\d{1,2})${separator}(\d{1,2})${separator}'?(\d{4}|\d{2})$`,
)

function readSeparated(text: string): string | undefined {
  const yearFirst = yearMonthDay.exec(text)
  if (yearFirst !== null) return isoDate(yearFirst[1], Number(yearFirst[2]), yearFirst[3])
  const [, first, second, year] = dayMonthYear.exec(text) ?? []
  return isoDate(year, Number(second), first) ?? isoDate(year, Number(first), second)
}

/** Eight digits are never ambiguous: years of these centuries begin with 19, 20 or 21, and no month does. */
function readCompact(text: string): string | undefined {
  if (!/^\d{8}$/.test(text)) return undefined
  const yearFirst = isoDate(text.slice(0, 4), Number(text.slice(4, 6)), text.slice(6))
  return yearFirst ?? isoDate(text.slice(4), Number(text.slice(2, 4)), text.slice(0, 2))
}

const dayNameYear = /^(\d{1,2})(?:st|nd|rd|th)?[-/., ]*(?:of )?([a-z]{3,9})[-/., ]*'?(\d{4}|\d{2})$/
const nameDayYear = /^([a-z]{3,9})[-/., ]*(\d{1,2})(?:st|nd|rd|th)?[-/., ]+'?(\d{4}|\d{2})$/
const yearNameDay = /^(\d{4})[-/., ]*([a-z]{3,9})[-/., ]*(\d{1,2})$/

function readNamedMonth(text: string): string | undefined {
  const dayFirst = dayNameYear.exec(text)
  if (dayFirst !== null) return isoDate(dayFirst[3], monthNumber(dayFirst[2]), dayFirst[1])
  const nameFirst = nameDayYear.exec(text)
  if (nameFirst !== null) return isoDate(nameFirst[3], monthNumber(nameFirst[1]), nameFirst[2])
  const [, year, name, day] = yearNameDay.exec(text) ?? []
  return isoDate(year, monthNumber(name), day)
}

const monthNames =
  'january february march april may june july august september october november december'.split(' ')

/** 1 to 12 for a month's name or its first letters, 0 for any other word. */
function monthNumber(name: string | undefined): number {
  if (name === undefined) return 0
  return monthNames.findIndex((month) => month.startsWith(name)) + 1
}

/** The date, if there is such a day in a plausible year. */
function isoDate(
  printedYear: string | undefined,
  month: number,
  printedDay: string | undefined,
): string | undefined {
  const year = printedYear?.length === 2 ? 2000 + Number(printedYear) : Number(printedYear)
  const day = Number(printedDay)
  if (!(year >= firstYear && year <= lastYear && month >= 1 && month <= 12)) return undefined
  // Day 0 of the next month is the last day of this month.
  const days = day <= 28 ? 28 : new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (!(day >= 1 && day <= days)) return undefined
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** A value of a document as text. '' for none. Lists and objects as JSON. */
export function textOfValue(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The last day of a printed month, until which goods are good: "06/27", "Jun-2027". A printed day is itself. */
export function readLastDay(text: string): string | undefined {
  const [, month = '', year = ''] = /^([a-z]{3,9}|\d{1,2})[\s/.-]+(\d{4}|\d{2})$/i.exec(text) ?? []
  const first = year === '' ? undefined : readDay(`01-${month}-${year.padStart(4, '20')}`)
  if (first === undefined) return readDay(text)
  const last = new Date(`${first}T00:00:00Z`)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  return last.toISOString().slice(0, 10)
}

/** An amount in paise: "₹1,23,456.50", "500/-", "(200)", "(-)0.40". Undefined when it cannot be read for certain. */
export function readPaise(text: string, isBalance = false): number | undefined {
  if (text === '') return undefined
  const print = text.includes('(') ? text.replace(/\(\s*([-+])\s*\)/, '$1') : text
  const amount = readNumber(print, isBalance)
  return amount === undefined ? undefined : Math.round(amount * 100)
}

/** A quantity: "12 Nos", "2.350 Kg". In "10+2", 2 are free and 10 count. */
export function readQuantity(text: string): number | undefined {
  if (text === '') return undefined
  const paid = text.includes('+') ? /^\s*(\d+)\s*\+\s*\d+(?=\D*$)/.exec(text)?.[1] : undefined
  return paid === undefined ? readNumber(text, false) : Number(paid)
}

/** A percentage: "18%", "18", "@ 9 %", "GST 5%". A word for exempt is 0. */
export function readPercent(text: string): number | undefined {
  if (text === '') return undefined
  if (/^(?:exempt(?:ed)?|nil(?: rated)?|zero|tax free)$/i.test(text.trim())) return 0
  const digits = /^(?:[cis]?gst|tax)?\s*@?\s*(\d{1,3}(?:\.\d+)?)\s*(?:%|per ?cent|pct)?$/i.exec(
    text.trim(),
  )?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Characters. A longer text is no printed number. The limit keeps every pattern below cheap. */
const numberCharactersMax = 64
/** Digits before the point. Up to here, a double holds whole rupees and two decimals exactly as printed. */
const wholeDigitsMax = 13

/**
 * Reads a printed number: "₹1,23,456.50", "Rs. 500/-", "12 Nos", "45.00/kg", "(200)" and "200-" as -200, "200 Cr". Undefined when the
 * number is not certain: "2 lakh" and "18%" (a multiplier is not a unit), "1,23" (a decimal comma or a lost digit), "1 234", "12-05-2025",
 * "+91 98765 43210", more than 13 digits. Never NaN, never infinite.
 *
 * "Dr" makes a balance negative. It does not change other amounts, and neither does "Cr": there the column shows the side.
 */
export function readNumber(text: string, isBalance: boolean): number | undefined {
  if (text === '' || text.length > numberCharactersMax) return undefined
  // In most amounts, the rupee sign is the only character that is not ASCII. NFKC is slow.
  return readDigits(text) ?? readPrinted(plainPrint(text.replace('₹', 'rs')), isBalance)
}

function readPrinted(text: string, isBalance: boolean): number | undefined {
  const [unsided, side] = takeSide(text)
  const { digits, negative } = takeSign(takeUnit(unsided))
  const size = readDigits(digits)
  if (size === undefined || negative === undefined) return undefined
  const isNegative = negative || (isBalance && side === 'dr')
  return isNegative && size !== 0 ? -size : size
}

/** Digits, optionally with a point, plain or grouped by Indian or western thousands. A leading hyphen makes the number negative. */
function readDigits(text: string): number | undefined {
  if (!plain.test(text) && !(text.includes(',') && grouped.test(text))) return undefined
  const value = Number(text.replaceAll(',', ''))
  if (Math.abs(value) >= 10 ** wholeDigitsMax) return undefined
  return value === 0 ? 0 : value
}

const plain = /^-?(?:\d+\.?\d*|\.\d+)$/
const grouped = /^-?(?:\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)(?:\.\d*)?$/

/** "200 Cr", "200.00(Dr)": the side of the account, and the text without it. */
function takeSide(text: string): [rest: string, side: string | undefined] {
  const match = /^(.*[\d)-])\s*(?:\((cr|dr)\.?\)|(cr|dr)\.?)$/.exec(text)
  if (match === null) return [text, undefined]
  return [match[1] ?? '', match[2] ?? match[3]]
}

/** The side of the account that a printed amount or word names: "500.00 Dr", "CR", "Debit". */
export function readSide(text: string): 'debit' | 'credit' | undefined {
  const print = plainPrint(text)
  const side = takeSide(print)[1] ?? print
  if (/^(?:dr?\.?|debit)$/.test(side)) return 'debit'
  return /^(?:cr?\.?|credit)$/.test(side) ? 'credit' : undefined
}

/** "12 nos", "5.5kg", "45.00/kg", "45 per kg": the text without a known unit. */
function takeUnit(text: string): string {
  const match = /^(.*[\d)])\s*(?:\/\s*|per\s+)?([\p{L}\p{M}]+)\.?$/u.exec(text)
  if (match === null || !units.has(match[2] ?? '')) return text
  return match[1] ?? ''
}

/** Removes the currency, "/-" and one sign. `negative` is undefined when there are two signs. */
function takeSign(text: string): { digits: string; negative: boolean | undefined } {
  const parts = signed.exec(text)
  if (parts === null) return { digits: text, negative: undefined }
  const [, before, currency, after, open, inner = '', close, trailing] = parts
  const signs = [before, after, open === undefined ? undefined : '-', trailing].filter(Boolean)
  const isBroken = (open === undefined) !== (close === undefined) || signs.length > 1
  // "Rs .500" may be 500 with a misplaced point, or half a rupee. "+919876543210" is a telephone number.
  const isDoubtful = (currency !== undefined && inner.startsWith('.')) || isPhone(signs[0], inner)
  return { digits: inner, negative: isBroken || isDoubtful ? undefined : signs[0] === '-' }
}

const money = String.raw`(?:rs\.?|inr|रु\.?|रू\.?)`
const signed = new RegExp(
  String.raw`^([-+])?\s*(${money})?\s*([-+])?\s*(\()?\s*(?:${money}\s*)?([\d.,]+)\s*${money}?(?:/[-=])?\s*(\))?\s*(-)?$`,
)

function isPhone(sign: string | undefined, digits: string): boolean {
  return sign === '+' && /^\d{10,}$/.test(digits)
}

// With a missing unit, a number stays unread, which is safe. A multiplier ("lakh", "k", "%") in this list would make the number wrong. So
// no `thd` (GST's code for thousands), and no bare `l` or `m`, which mean lakh and million as often as litre and metre.

/** Units that may follow a printed number, in lower case, singular and plural. */
const units: ReadonlySet<string> = new Set(
  [
    // GST's unit quantity codes.
    'bag bal bdl bkl bou box btl bun can cbm ccm cms ctn doz drm ggk gms grs gyd kgs klr kme ltr mlt mtr mts nos oth',
    'pac pcs prs qtl rol set sqf sqm sqy tbs tgm ton tub ugs unt yds',
    // Weight, volume, length, area.
    'kg kilo kilos kilogram kilograms g gm gram grams mg qtls quintal quintals tons tonne tonnes mt lb lbs',
    'lt ltrs liter liters litre litres ml kl',
    'mtrs meter meters metre metres cm mm ft foot feet in inch inches yd yard yards rft rmt',
    'sqft sqmt sqmtr cft cum',
    // Pieces and packings.
    'no number numbers each ea pc piece pieces unit units pair pairs dozen dozens dz doz gross sets',
    'bags bale bales bundle bundles bottle bottles btls boxes bx cans carton cartons ctns case cases cs crate crates',
    'drum drums jar jars tin tins pack packs packet packets pkt pkts pouch pouches sachet sachets roll rolls reel reels',
    'sheet sheets strip strips tab tabs tablet tablets cap caps capsule capsules vial vials amp ampoule ampoules',
    'tube tubes tray trays bucket buckets barrel barrels coil coils length lengths lot lots kit kits book books',
    'ream reams bunch bunches item items copy copies',
    // Services.
    'job jobs hr hrs hour hours day days week weeks month months visit visits trip trips',
    // Hindi.
    'नग पीस किलो किग्रा ग्राम लीटर मीटर दर्जन पैकेट डिब्बा बोरी',
  ].flatMap((line) => line.split(' ')),
)

// The zero of each script's ten digits: Arabic, Persian and Urdu, then the Indian scripts.
const zeros = [
  0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66,
]

const westernDigits = new Map(
  zeros
    .flatMap((zero) =>
      Array.from({ length: 10 }, (_, digit) => [String.fromCodePoint(zero + digit), String(digit)]),
    )
    .map(([printed = '', western = '']) => [printed, western] as const),
)

const beyondAscii = /[\u0080-\uffff]/

/**
 * A printed number or date in the form for reading: NFKC, lower case, western digits, every dash a hyphen, trimmed, white space as one
 * space.
 */
function plainPrint(text: string): string {
  const western = beyondAscii.test(text) ? toWestern(text) : text
  return western.toLowerCase().trim().replace(/\s+/g, ' ')
}

function toWestern(text: string): string {
  return normalised(text, 'NFKC')
    .replace(/\p{Nd}/gu, (digit) => westernDigits.get(digit) ?? digit)
    .replace(/[\u2010-\u2015\u2212]/g, '-')
}

/** A GSTIN in its registered form, without spaces. Undefined for anything else. */
export function readGstin(text: string): string | undefined {
  if (text === '') return undefined
  const gstin = plainGstin(text)
  return isGstin(gstin) ? gstin : undefined
}

/** A text for a GSTIN in capitals, without spaces. */
export function plainGstin(text: string): string {
  return text.replaceAll(/[\s.-]+/g, '').toUpperCase()
}

/** What papers print in place of a GSTIN. */
const unregistered =
  /^(?:urp|urd|unregistered.*|un-registered.*|not ?(?:applicable|registered)|applied ?for|consumer)$/i

/** Whether a text says that somebody has no GSTIN. */
export function isUnregistered(text: string): boolean {
  return unregistered.test(text)
}

/** An HSN or SAC code, without spaces and points. Undefined for anything else. */
export function readHsn(text: string): string | undefined {
  const digits = text.replaceAll(/[\s.]+/g, '')
  return /^(?:\d{2}|\d{4}|\d{6}|\d{8})$/.test(digits) ? digits : undefined
}

/** "₹1,23,456.50" */
export function rupees(paise: number): string {
  return rupeesFormat().format(paise / 100)
}

const rupeesFormat = once(
  () => new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }),
)

/** India's time zone, in milliseconds ahead of UTC. */
const indiaOffsetMs = 5.5 * 60 * 60 * 1000

/** The day in India, yyyy-mm-dd. Bills have this day. */
export function dayInIndia(time: number): string {
  return new Date(time + indiaOffsetMs).toISOString().slice(0, 10)
}
