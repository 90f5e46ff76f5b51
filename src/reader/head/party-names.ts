import { anyOf, foldText } from '../../platform/text.ts'
import type { Piece } from '../level.ts'
import { textOf } from '../rows.ts'

/* Tells which texts may be the name of a party, and whether two names belong to one party. */

/** A text with the words from which it was read. */
export type Printed = { readonly text: string; readonly pieces: readonly Piece[] }

/** In characters. A longer text is a sentence. */
export const nameCharactersMax = 90

/** Whether a text behind a heading may be the name of a party. A number, a label or a line of an address is none. */
export function isPartyName(text: string): boolean {
  const isWords = /\p{L}{2}|\p{L}\p{M}/u.test(text) && !addressBeginning.test(text)
  return isWords && !isLabelText(text) && !gstinAnywhere.test(text) && !amountBeginning.test(text)
}

/** "Shipping", "₹2,000.00 via Delhivery", "CGST (2.5%)" stand below each other in a column of amounts. */
const amountBeginning = /^(?:₹|(?:[cisu]t?gst|sub ?-?total|total|round)\b)/i

/** Whether a text anywhere on the page may be a name. A sentence, a title or a place is none either. */
export function isName(text: string): boolean {
  const letters = text.replaceAll(/[^\p{L}\p{M}]/gu, '').length
  const signs = text.replaceAll(/[\s.&/'’]/g, '').length
  if (letters < 3 || text.length > nameCharactersMax || letters / signs < 0.7) return false
  if (isSentence(text) || /^\d+\s*[/,-]/.test(text) || places.test(text) || isLabelText(text))
    return false
  return !notNames.test(text) && !isTitleWord(text) && !/[@:]|www\.|\d{5}/.test(text)
}

/** Names have capitals, or small letters only. "Within 45 days without deduction" is a sentence. */
function isSentence(text: string): boolean {
  const small = text.match(/(?<=^|\s)(?!(?:and|of|the|for|in|de|n)\b)\p{Ll}\p{L}+/gu) ?? []
  return small.length > 1 && /\p{Lu}|\d/u.test(text)
}

/** Labels, and numbers of something: "Your vendor code with us", "Buyer's Name & Address", "Weighbridge Slip No.". */
export function isLabelText(text: string): boolean {
  if (labelForm.test(text)) return true
  const words = foldText(text).match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  return words.length > 0 && words.every((word) => labelWords.has(word))
}

const labelForm =
  /^(?:your|our|the)\b|\b(?:name|address|number|no\.?|slip|code|date|details|gstin|gst|invoice|bill|charges?|ref\.?|with us)\s*[:.#-]?$|^(?:bill|inv(?:oice)?|memo|order|challan|vehicle|gstin?)\b.*\d/i

/** A text of only these words names a field of the paper, not a party. */
const labelWords = new Set(
  `a ac account ack acknowledgement address advance agent amount amt and approved arrival article authorised balance bank basis
  beat bill billed billing branch buyer by card carrier cash cashier category challan charge charges check class code
  connection consignee consigned consignment consumer contact copy counter credit current customer date dated day days
  debit delivered delivery department departure desc description despatch despatched destination detail details
  discount dispatch dispatched district doc docket document driver dt due duplicate email eway ewb expiry fax fees for
  format freight from fssai gate goods gr gross gst gstin gstn guest hsn id ifsc in indent invoice irn issue issued item
  items job kind licence license load location lorry lr make manager memo meter mfg mobile mode model mrp name nature net no
  nos note number of on opening order ordered original our pan paid particulars party pay payable payment
  period person phone pin place plan po policy previous price product purchase purpose qty quantity quotation rate reading
  reason receipt received receiver recipient ref reference remarks requisition reverse room route s sac
  registration salesman schedule seller sent serial service ship shipped shipping signatory signature size sl slip sold sr state status subject
  summary supplied supplier supply table tare tariff tax tel telephone terms the through time to token total transport
  transportation transporter triplicate trip truck type uin unit us value vehicle vendor via voucher website weighbridge
  weighment weight with work wt your`.split(/\s+/),
)

const gstinAnywhere = /\d{2}[A-Z]{5}\d{4}[A-Z]/

const addressBeginning =
  /^(?:shop|plot|flat|gala|office|door|house|h\.?|s\.|survey|gat|unit)\s*(?:no\.?)?\s*[#:-]?\s*\d/i

/** Words of addresses. */
const places =
  /\b(?:yard|chowk|marg|lane|colony|complex|apartments?|building|peth|gali|midc|gidc|khasra|gala no|godown|h\.no|s\.no|door no|survey no|1st|2nd|3rd|pin)\b/i

const notNames = anyOf(
  String.raw`
    \b(?:charges|amount|payable|summary|balance due|total)$|jurisdiction|original|duplicate
    triplicate|recipient|page \d|\bgstin\b|shree ganesh(?:ay|aya)? nam|श्री गणेशाय|॥|\|\||invoice
    subject to|phone|mobile|e-?mail|road\b|street|nagar\b|floor|near\b|opp\b|plot\b|shop no|dist\b
    state\b|e\.? ?& ?o|composition taxable|computer generated
    (?:dealers?|distributors?|stockists?|retailers?|makers?|exporters?|importers?) (?:in|of)\b
    manufacturers? (?:of|&)|wholesalers? (?:of|in|&)|suppliers? of|licen[cs]e|deals in|stockist
    continued|irn\b|customer copy|merchant copy|thank|\byours\b|faithfully|sincerely|regards
    dear sir`,
  'i',
)

export function isTitleWord(text: string): boolean {
  return /^(?:tax|gst|retail|cash|credit|debit|bill|memo|note|purchase|order|invoice|statement|quotation|challan|original|copy|e-invoice|\s|\(|\)|\/|-|of|supply|delivery)+$/i.test(
    text,
  )
}

/** Whether the name is a guest's or an officer's rather than the firm's. */
export function isPerson(name: string): boolean {
  return /^(?:mr|mrs|ms|smt|shri|dr|kind attn|attn)\b\.?/i.test(name)
}

/** Legal forms of firms. */
export const legalForm = /\b(?:limited|ltd|llp|pvt)\b\.?\)?$/i

/** Words in names of firms. A line of only these words continues the name above it. */
const tradeWords =
  /\b(?:traders?|trading|enterprises?|agenc(?:y|ies)|distributors?|stores?|sales|marketing|industries|corporation|compan(?:y|ies)|co|sons|brothers|bros|associates|solutions|services|mart|wholesale|works|private|pvt|limited|ltd|llp|inc)\b/gi

/** Whether a text has words of trades alone, and no name of its own: "Trading Company". */
export function isTrade(text: string): boolean {
  return text.replaceAll(tradeWords, '').replaceAll(/[\s&.()]+/g, '') === ''
}

export function hasTradeWord(name: string): boolean {
  return name.replaceAll(tradeWords, '') !== name
}

export function cleanName(printed: readonly Piece[]): Printed | undefined {
  const pieces = withoutBuyerWord(printed)
  const text = textOf(pieces)
    .replace(/^(?:name\s*:|for,?|to,?|(?:\p{L}+ed|sold|sent) to)\s+/iu, '')
    .replace(/\s*\[[^\]]*\]$/, '')
    .replace(/[\s,;:|-]+$/, '')
  return /\p{L}/u.test(text) ? withoutAddress(withCapitals(text), pieces) : undefined
}

/** The name of a bank, without its branch and the account behind it: "State Bank of India, Camp", "Kotak Mahindra Bank Ltd | A/c 0023". */
export function bankIn(pieces: readonly Piece[]): Printed | undefined {
  const texts = pieces.map(({ word }) => word.text)
  const at = texts.findIndex((text) => /^bank\b/i.test(text))
  if (at === -1) return undefined
  const before = texts.slice(0, at).findLastIndex((text) => !/^\p{Lu}.*[^,:;|]$/u.test(text))
  const [own = '', of = '', place = '', ...more] = texts.slice(at)
  const isOf = /^of$/i.test(of) && /^bank$/i.test(own)
  const form = (isOf ? more[0] : of) ?? ''
  const isClosed = /[,;|]$/.test(isOf ? place : own)
  const count = 1 + (isOf ? 2 : 0) + (!isClosed && /^(?:ltd|limited)\b/i.test(form) ? 1 : 0)
  const named = pieces.slice(before + 1, at + count)
  const text = textOf(named).replace(/[\s,;|]+$/, '')
  // "Bank Ltd": its own name was not read.
  const hasName = before + 1 < at || isOf
  return hasName ? { text, pieces: named } : undefined
}

/** Drops a label without a colon and its number: "Customer 379564884 Kulkarni Stores". */
function withoutBuyerWord(pieces: readonly Piece[]): readonly Piece[] {
  const [first, ...rest] = pieces
  if (first === undefined || !/^(?:party|customer|retailer|client|buyer)$/i.test(first.word.text))
    return pieces
  const at = rest.findIndex(({ word }) => /\p{L}/u.test(word.text))
  return at === -1 || rest.length - at < 2 ? pieces : rest.slice(at)
}

/** If an address follows the name, the name ends at the comma or stroke: "Acme Traders, Shop 4, Laxmi Road", "Acme Traders — Pune 411030". */
function withoutAddress(text: string, pieces: readonly Piece[]): Printed {
  const [start = '', behind = ''] = text.split(/\s[—–|*•-]+\s(.*)/)
  if (/\d|,/.test(behind) && start.includes(' ')) {
    const end = pieces.findIndex(({ word }) => /^[—–|*•-]+$/.test(word.text))
    return { text: start, pieces: pieces.slice(0, end) }
  }
  const at = pieces.findIndex(({ word }) => word.text.endsWith(','))
  const [name = '', ...rest] = text.split(/,\s*/)
  const isAddress = /\d/.test(rest.join(' ')) || rest.length > 1
  const isCut = at !== -1 && (isAddress || legalForm.test(name)) && name.includes(' ')
  return isCut ? { text: name, pieces: pieces.slice(0, at + 1) } : { text, pieces }
}

/** "lyer Distributors": if names begin with capitals, a first small L is a capital i. */
function withCapitals(name: string): string {
  return /(?:^| )\p{Lu}/u.test(name)
    ? name.replaceAll(/(?<=^| )l(?=[b-df-hj-np-tv-z][a-z])/g, 'I')
    : name
}

/** Whether two printed names belong to one firm, despite their spelling. */
export function isSameName(one: string, other: string): boolean {
  return foldName(one) === foldName(other)
}

export function foldName(name: string): string {
  return foldText(name)
    .replace(/^(?:m\/s|messrs)\.?\s*/, '')
    .replaceAll(/\b(?:pvt|private)\b\.?/g, 'p')
    .replaceAll(/\b(?:ltd|limited)\b\.?/g, 'l')
    .replaceAll('&', 'and')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '')
}

/** Whether two names belong to one firm although words are left out: "Kulkarni Stores" for "Kulkarni General Stores". */
export function isLikeName(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  const common = a.filter((word) => b.includes(word)).length
  return a[0] !== undefined && a[0] === b[0] && common * 2 > Math.max(a.length, b.length)
}

function wordsOf(name: string): string[] {
  const words = foldText(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.filter((word) => !/^(?:m|s|ms|the|and|pvt|private|ltd|limited)$/.test(word))
}

/* No form proves a text. Texts that cannot be a value of the key are left out. */

/** Patterns that the text of a key never matches. */
const unlikely: Readonly<Record<string, RegExp>> = {
  payment_terms:
    /jurisdiction|interest|dispute|goods|warranty|conditions?|subject|overleaf|\be\.? ?& ?o|\d\.\d\d|.{61}|^(?!.*(?:\d|pay|credit|days|cash|advance|cheque|deliver)).*\w\.$/i,
  // "Labour Contractor, Lic. No. 2562/CLA" is a licence of another kind.
  drug_licence_no: /^\d{3,}(?:\/[A-Z]+)?$/i,
  transporter: /^[\d\W]*$|\d\.\d\d|.{61}/,
  bank_name: /^[\d\W]*$|.{81}/,
}

/** Whether a text may be the value of a key. */
export function isLikely(key: string, text: string): boolean {
  if (key.endsWith('_name') && key !== 'bank_name') return isPartyName(text)
  return unlikely[key]?.test(text) !== true
}
