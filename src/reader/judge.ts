import { stateCodeOf, stateNameOf } from '../platform/gst/rates-and-states.ts'
import { checkDocument } from '../paper/checks/check-document.ts'
import type { CheckedDocument } from '../paper/checks/document.ts'
import { fieldName } from '../paper/fields.ts'
import { readFigures } from '../paper/checks/figures.ts'
import { readGstin, readPaise, rupees } from '../paper/values.ts'
import { readAmountInWords } from './head/amount-in-words.ts'
import { isSumOf } from './head/amounts.ts'
import { isTrade } from './head/party-names.ts'
import { type Doubt, type ReadDocument, type ReadValue, textsOf } from './page.ts'
import { ofSums } from './judge-sums.ts'
import { isProven } from './lines/cell-values.ts'
import { nameKeys } from './lines/content.ts'
import { type Care, careThresholds } from './sureness.ts'

/* Finds doubts in what was read. Delivering a wrong value without a doubt is the worst that can happen. Asking a person costs a moment. */

type JudgeContext = {
  readonly ownGstin: string | null
  /** yyyy-mm-dd */
  readonly today: string
  /** Default: usual. */
  readonly care?: Care
  /** The name of an existing bill of the same seller with the same number and year. */
  readonly alreadyThere?: string
}

/** The result for a document: its status, all contradictions and all doubts. */
type Review = {
  readonly status: 'successful' | 'failed'
  readonly reasons: readonly string[]
  readonly doubts: readonly Doubt[]
}

/** Joins the doubts with the findings of the checks. A document is successful only if it has neither. */
export function review(document: ReadDocument, context: JudgeContext): Review {
  const findings = checkDocument(checkedDocument(document), context)
  const doubts = [...findings, ...judge(document, context)]
  return {
    status: doubts.length === 0 ? 'successful' : 'failed',
    reasons: doubts.map(({ message }) => message),
    doubts,
  }
}

/** The doubts beyond the findings of the checks. */
export function judge(document: ReadDocument, context: JudgeContext): Doubt[] {
  return [
    ...(document.doubts ?? []).map((message) => ({ key: '', message })),
    ...ofReading(document, context),
    ...ofKind(document),
    ...ofLines(document),
    ...ofSeller(document),
    ...ofParties(document, context),
    ...ofNumber(document, context),
    ...ofDates(document),
    ...ofTerms(document),
    ...ofTotal(document),
    ...ofSums(document),
  ]
}

/** The form of a document that the checks take. */
function checkedDocument({ category, head, lines }: ReadDocument): CheckedDocument {
  return { category, head: textsOf(head), lines: lines.map(textsOf) }
}

/** A document of its kind is worth nothing without these. */
const requiredKeys: Readonly<Record<ReadDocument['category'], readonly string[]>> = {
  vendor_invoice: ['invoice_no', 'invoice_date', 'vendor_name', 'gstin', 'total'],
  purchase_order: ['po_no', 'po_date', 'vendor_name'],
  bank_entry: ['account_no', 'opening_balance', 'closing_balance'],
}

/** Amounts that make a sum together. */
const summedKeys = 'total taxable_value cgst sgst utgst igst cess round_off'.split(' ')

/** The keys that other facts of the paper prove, however hard their values were to read. */
function provenKeys(document: ReadDocument): ReadonlySet<string> {
  const { gstin, pan } = document.head
  const isPan = pan !== undefined && readGstin(gstin?.text ?? '')?.slice(2, 12) === pan.text
  return new Set([
    ...(isSum(document) ? summedKeys : []),
    ...(isPan ? ['pan'] : []),
    ...(isInWords(document) ? ['total', 'amount_in_words'] : []),
  ])
}

function isInWords({ head: { total, amount_in_words: words } }: ReadDocument): boolean {
  const paise = Math.abs(readPaise(total?.text ?? '') ?? Number.NaN)
  return readAmountInWords(words?.text ?? '') === paise
}

/** Quantity × rate = amount proves all three. */
const productKeys: ReadonlySet<string> = new Set(['qty', 'rate', 'amount'])

/** The doubts of the reader, and values with a low confidence that nothing else proves. */
function ofReading(document: ReadDocument, { care = 'usual' }: JudgeContext): Doubt[] {
  const { required, other } = careThresholds[care]
  const { category, head, lines } = document
  const ofFields = (fields: Values, proven: ReadonlySet<string>, line?: number) =>
    Object.entries(fields).flatMap(([key, value]) => {
      const isRequired = line === undefined && requiredKeys[category].includes(key)
      const isWeighty = isRequired || value.reason !== undefined
      // Sums cannot prove the amounts of a file inside, because the file makes these sums itself.
      const isProof = proven.has(key) && value.source !== 'xml'
      const isUnsure = !isProof && value.confidence < (isWeighty ? required : other)
      const reason = value.reason ?? `${fieldName(key)}: “${value.text}” was hard to read.`
      return (value.doubts ?? (isUnsure ? [reason] : [])).map((message) => ({
        key,
        ...(line !== undefined && { line }),
        message,
      }))
    })
  return [
    ...ofFields(head, provenKeys(document)),
    ...lines.flatMap((line, at) =>
      ofFields(line, isProven(textsOf(line)) === true ? productKeys : new Set(), at),
    ),
  ]
}

type Values = Readonly<Record<string, ReadValue>>

/** Every paper for the accounts has lines or movements, and where lines have names, each has one. */
function ofLines({ category, kind, lines }: ReadDocument): Doubt[] {
  const isNamed = lines.map((line) => nameKeys.some((key) => key in line))
  if (lines.length > 0 && category !== 'bank_entry' && isNamed.includes(true)) {
    const message = `${fieldName('description')}: no name was read for this line.`
    return isNamed.flatMap((has, line) => (has ? [] : [{ key: 'description', line, message }]))
  }
  if (lines.length > 0 || kind === 'other') return []
  const what = category === 'bank_entry' ? 'row of the statement' : 'line of the paper'
  return [{ key: '', message: `No ${what} could be read.` }]
}

function ofKind({ kind, head }: ReadDocument): Doubt[] {
  if (kind !== 'other') return []
  const title = head['document_type']?.text ?? 'This'
  return [{ key: '', message: `“${title}” is no bill: nothing is to be booked from it.` }]
}

/** A picture's reader may lose the first word of a letterhead: "A.K. Distributors". */
function ofSeller({ category, head }: ReadDocument): Doubt[] {
  const seller = head['vendor_name']
  if (seller === undefined || category === 'bank_entry' || !isTrade(seller.text)) return []
  const message = `${fieldName('vendor_name')}: “${seller.text}” may lack the words before it.`
  return [{ key: 'vendor_name', message }]
}

/** The seller must not be this shop, and must be from the state in its GSTIN. */
function ofParties({ category, head }: ReadDocument, { ownGstin }: JudgeContext): Doubt[] {
  const seller = readGstin(head['gstin']?.text ?? '')
  if (seller === undefined || category === 'bank_entry') return []
  if (seller === ownGstin) {
    return [
      {
        key: 'gstin',
        message: 'Seller’s GSTIN: it is this shop’s own, so the bill is one of its sales.',
      },
    ]
  }
  const [printed, registered] = [stateCodeOf(head['state']?.text ?? ''), seller.slice(0, 2)]
  if (printed === undefined || printed === registered) return []
  const message = `State: ${stateNameOf(printed) ?? printed} is printed, but the GSTIN is of ${stateNameOf(registered) ?? registered}.`
  return [{ key: 'gstin', message }]
}

/** Rule 46(b) allows at most 16 characters: letters, digits, hyphens and slashes (source: CGST Rules). */
const numberForm = /^[A-Z\d](?:[A-Z\d\-/]){0,15}$/i

function ofNumber({ category, kind, head }: ReadDocument, { alreadyThere }: JudgeContext): Doubt[] {
  const number = head['invoice_no']
  if (number === undefined || category !== 'vendor_invoice' || kind === 'other') return []
  if (alreadyThere !== undefined) {
    return [
      {
        key: 'invoice_no',
        message: `Bill number: ${number.text} of this seller is there already (${alreadyThere}).`,
      },
    ]
  }
  if (number.source === 'ocr' && easilyMisread.test(number.text)) {
    const message = `Bill number: compare “${number.text}” with the paper, sign by sign: O and 0, I and 1, S and 5 look alike in a picture.`
    return [{ key: 'invoice_no', message }]
  }
  const isRegistered = readGstin(head['gstin']?.text ?? '') !== undefined
  if (!isRegistered || numberForm.test(number.text.replaceAll(' ', ''))) return []
  const message = `Bill number: “${number.text}” is no number that a seller with a GSTIN may give: at most 16 letters, digits, hyphens and slashes.`
  return [{ key: 'invoice_no', message }]
}

/** A letter between digits, or a digit between letters, that looks like the other. 17 of 17 long runs without one were right. */
const easilyMisread = /\d[OISBZG]\d|[A-Z][015826][A-Z]/i

/** If one date of a paper can only be month first, "11/05/2026" is as likely the fifth of November. */
function ofDates({ category, head }: ReadDocument): Doubt[] {
  if (category === 'bank_entry') return []
  const dates = Object.entries(head).flatMap(([key, { text }]) => {
    const [, first, second] = /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}$/.exec(text) ?? []
    return key.endsWith('_date')
      ? [{ key, text, first: Number(first), second: Number(second) }]
      : []
  })
  if (!dates.some(({ second }) => second > monthsOfYear)) return []
  return dates
    .filter(({ first, second }) => first <= monthsOfYear && second <= monthsOfYear)
    .filter(({ first, second }) => first !== second)
    .map(({ key, text }) => ({
      key,
      message: `${fieldName(key)}: “${text}” may have the month first, as another date of the paper has.`,
    }))
}

const monthsOfYear = 12

/** Terms of payment say when or how a bill is paid. Any other text beside their label may belong to another label. */
const termsForm =
  /\d|\b(?:days?|weeks?|months?|net|immediate|cash|credit|advance|cod|delivery|receipt|due|against|cheque|upi|neft|rtgs)/i

function ofTerms({ head: { payment_terms: terms } }: ReadDocument): Doubt[] {
  if (terms === undefined || termsForm.test(terms.text)) return []
  const message = `${fieldName('payment_terms')}: “${terms.text}” may belong elsewhere.`
  return [{ key: 'payment_terms', message }]
}

/** Compares the total with the amount in words. A total from a scan that neither words nor sums support is doubted. */
function ofTotal(document: ReadDocument): Doubt[] {
  const total = document.head['total']
  const paise = total === undefined ? undefined : readPaise(total.text)
  if (total === undefined || paise === undefined) return []
  const inWords = readAmountInWords(document.head['amount_in_words']?.text ?? '')
  if (inWords !== undefined && inWords !== Math.abs(paise)) {
    const message = `Total: the figures say ${rupees(paise)}, the words ${rupees(inWords)}.`
    return ['total', 'amount_in_words'].map((key) => ({ key, message }))
  }
  const isBorneOut =
    inWords !== undefined || total.source === 'qr' || total.source === 'xml' || isSum(document)
  if (isBorneOut) return []
  return [
    {
      key: 'total',
      message: `Total: ${rupees(paise)} is borne out neither by the lines and taxes nor by the amount in words.`,
    },
  ]
}

/** Whether other figures of the paper add up to the total. */
function isSum(document: ReadDocument): boolean {
  return isSumOf(readFigures(checkedDocument(document)))
}
