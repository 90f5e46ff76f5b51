import { plainPrint } from './printed-text.ts'

/** Characters. A longer text is no printed number; a shorter one keeps every pattern below cheap. */
const numberCharactersMax = 64
/** Digits before the point: up to here a double says whole rupees and two decimals exactly as printed. */
const wholeDigitsMax = 13

/**
 * Reads a printed number: "₹1,23,456.50", "Rs. 500/-", "12 Nos", "45.00/kg", "(200)" and "200-" as -200, "200 Cr".
 * Undefined when it cannot be read for certain: "2 lakh" and "18%" (a multiplier is not a unit), "1,23" (a decimal
 * comma or a lost digit), "1 234", "12-05-2025", "+91 98765 43210", more than 13 digits. Never NaN, never infinite.
 *
 * "Dr" makes a balance negative. It leaves other amounts as they are, and so does "Cr": there the column says it.
 */
export function readNumber(text: string, isBalance: boolean): number | undefined {
  if (text.length > numberCharactersMax) return undefined
  // The rupee sign is the one character in most amounts that is not ASCII, and NFKC is slow.
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

/** Digits with a point at most, plain or grouped by Indian or western thousands; a hyphen in front when negative. */
function readDigits(text: string): number | undefined {
  if (!plain.test(text) && !grouped.test(text)) return undefined
  const digits = text.replaceAll(',', '')
  const value = Number(digits)
  if (Math.abs(value) >= 10 ** wholeDigitsMax) return undefined
  return value === 0 ? 0 : value
}

const plain = /^-?(?:\d+\.?\d*|\.\d+)$/
const grouped = /^-?(?:\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)(?:\.\d*)?$/

/** "200 Cr", "200.00(Dr)": which side of the account, and the text without it. */
function takeSide(text: string): [rest: string, side: string | undefined] {
  const match = /^(.*[\d)-])\s*(?:\((cr|dr)\.?\)|(cr|dr)\.?)$/.exec(text)
  if (match === null) return [text, undefined]
  return [match[1] ?? '', match[2] ?? match[3]]
}

/** Which side of the account a printed amount, or a word for it, names: "500.00 Dr", "CR", "Debit". */
export function readSide(text: string): 'debit' | 'credit' | undefined {
  const print = plainPrint(text)
  const side = takeSide(print)[1] ?? print
  if (/^(?:dr?\.?|debit)$/.test(side)) return 'debit'
  return /^(?:cr?\.?|credit)$/.test(side) ? 'credit' : undefined
}

/** "12 nos", "5.5kg", "45.00/kg", "45 per kg": the text without a unit that is known. */
function takeUnit(text: string): string {
  const match = /^(.*[\d)])\s*(?:\/\s*|per\s+)?([\p{L}\p{M}]+)\.?$/u.exec(text)
  if (match === null || !units.has(match[2] ?? '')) return text
  return match[1] ?? ''
}

/** Takes the currency, "/-" and one sign away; `negative` is undefined when there are two signs. */
function takeSign(text: string): { digits: string; negative: boolean | undefined } {
  const parts = signed.exec(text)
  if (parts === null) return { digits: text, negative: undefined }
  const [, before, currency, after, open, inner = '', close, trailing] = parts
  const signs = [before, after, open === undefined ? undefined : '-', trailing].filter(Boolean)
  const isBroken = (open === undefined) !== (close === undefined) || signs.length > 1
  // "Rs .500" is 500 with a misplaced point as likely as half a rupee; "+919876543210" is somebody's telephone.
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

// A unit that is missing here leaves a number unread, which is safe. A multiplier ("lakh", "k", "%") that was listed here
// would make it wrong: so no `thd` (GST's code for thousands), and no bare `l` or `m`, which are lakh and million as
// often as litre and metre.

/** Units that may follow a printed number, in lower case, in the singular and the plural. */
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
