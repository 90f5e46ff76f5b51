import { nameOfField } from '../../../src/paper/fields.ts'
import { align } from './align.ts'
import { isSame } from './compare.ts'
import { chargeMark, type TruthDocument, type Value } from './truth.ts'

/** What a reader made of one document, by canonical key. */
export type Answer = {
  kind: string
  head: Readonly<Record<string, string>>
  lines: readonly Readonly<Record<string, string>>[]
  /** A doubt that a person is shown: a field of the head, or of a line if `line` (from 0) is given. */
  doubts: readonly { key: string; line?: number; message: string }[]
  /** Whether the document would be delivered without a person's check. */
  isDelivered: boolean
}

/** A field that was not read as printed. */
export type Fault = {
  /** `head.total`, `line 3.qty` (from 1), or `line 4` for a line that was left out or invented. */
  field: string
  printed: Value | undefined
  read: string | undefined
  isDoubted: boolean
}

/** Whether a value that was read is right. `line` counts the lines that were read from 0; the head has none. */
export type Verdict = { key: string; line?: number; isRight: boolean; isDoubted: boolean }

/** Counts that add up over papers. */
export type Score = {
  documents: number
  /** Every field and cell right, and no line too many. */
  whole: number
  heads: number
  headsRight: number
  cells: number
  cellsRight: number
  /** All values that are printed or were read. */
  fields: number
  /** Wrong values without a doubt beside them. */
  silent: number
  /** Wrong values without a doubt in documents that no person would check. */
  delivered: number
  /** Documents that no person would check; those of them that are whole; those in which a value is wrong or a line is lost. */
  sent: number
  touchless: number
  lied: number
  /** Documents that a person would check for nothing: they are whole. */
  heldRight: number
  /** Doubts in the documents that a person would check. */
  doubts: number
  /** Keys to finish these: one for each doubt, and the text of each value that is wrong or missing. */
  keys: number
}

export const noScore: Score = {
  documents: 0,
  whole: 0,
  heads: 0,
  headsRight: 0,
  cells: 0,
  cellsRight: 0,
  fields: 0,
  silent: 0,
  delivered: 0,
  sent: 0,
  touchless: 0,
  lied: 0,
  heldRight: 0,
  doubts: 0,
  keys: 0,
}

/** Only these fields of the head count. An address has no single right spelling, and a state may be either party's. */
const headKeys = new Set(
  `account_name account_no ack_date ack_no amount_in_words bank_name buyer_gstin buyer_name cess cgst closing_balance
  consignee_name currency customer_id delivery_note_no discount drug_licence_no due_date email eway_bill_no freight
  fssai_no gstin ifsc igst invoice_date invoice_no irn lr_no micr opening_balance original_invoice_date
  original_invoice_no pan payment_terms phone place_of_supply po_date po_no reverse_charge round_off sgst
  statement_date statement_from statement_to subtotal taxable_value total total_qty transporter vehicle_no
  vendor_name`.split(/\s+/),
)

/** Keys with two names. */
const otherName: Record<string, string> = { product_name: 'description', name: 'vendor_name' }

export function scorePaper(
  truths: readonly TruthDocument[],
  answers: readonly Answer[],
): { score: Score; faults: Fault[]; verdicts: Verdict[][] } {
  const count = Math.max(truths.length, answers.length)
  const scored = Array.from({ length: count }, (_, at) =>
    scoreDocument(truths[at] ?? emptyTruth, answers[at] ?? emptyAnswer),
  )
  return {
    score: scored.map(({ score }) => score).reduce(addScores, noScore),
    faults: scored.flatMap(({ faults }) => faults),
    verdicts: scored.map(({ verdicts }) => verdicts),
  }
}

/** An empty document, for one that is not on the paper or was not found. */
const emptyTruth: TruthDocument = {
  category: 'vendor_invoice',
  kind: 'invoice',
  pages: [],
  head: {},
  lines: [],
  alsoHead: {},
  alsoLines: [],
}
const emptyAnswer: Answer = {
  kind: '',
  head: {},
  lines: [],
  doubts: [],
  isDelivered: false,
}

function hasDoubt({ doubts }: Answer, key: string, line?: number): boolean {
  return doubts.some((doubt) => (otherName[doubt.key] ?? doubt.key) === key && doubt.line === line)
}

export function addScores(one: Score, other: Score): Score {
  return {
    documents: one.documents + other.documents,
    whole: one.whole + other.whole,
    heads: one.heads + other.heads,
    headsRight: one.headsRight + other.headsRight,
    cells: one.cells + other.cells,
    cellsRight: one.cellsRight + other.cellsRight,
    fields: one.fields + other.fields,
    silent: one.silent + other.silent,
    delivered: one.delivered + other.delivered,
    sent: one.sent + other.sent,
    touchless: one.touchless + other.touchless,
    lied: one.lied + other.lied,
    heldRight: one.heldRight + other.heldRight,
    doubts: one.doubts + other.doubts,
    keys: one.keys + other.keys,
  }
}

function scoreDocument(truth: TruthDocument, answer: Answer) {
  const answered = { ...judged(answer.head), ...chargesOf(truth, answer) }
  const head = scoreFields('head', judged(truth.head), answered, truth.alsoHead, (key) =>
    hasDoubt(answer, key),
  )
  const lines = scoreLines(truth, answer)
  const kind = truth.kind === answer.kind ? [] : [kindFault(truth, answer)]
  const faults = [...kind, ...head.faults, ...lines.faults]
  const silent = faults.filter(({ read, isDoubted }) => read !== undefined && !isDoubted).length
  const { isDelivered } = answer
  const isWhole = faults.length === 0
  return {
    score: {
      documents: 1,
      whole: Number(isWhole),
      heads: head.printed,
      headsRight: head.right,
      cells: lines.printed,
      cellsRight: lines.right,
      fields: head.fields + lines.fields,
      silent,
      delivered: isDelivered ? silent : 0,
      sent: Number(isDelivered),
      touchless: Number(isDelivered && isWhole),
      lied: Number(isDelivered && faults.some(misleads)),
      heldRight: Number(!isDelivered && isWhole),
      doubts: isDelivered ? 0 : answer.doubts.length,
      keys: isDelivered ? 0 : answer.doubts.length + sum(faults.map(keysOf)),
    },
    faults,
    verdicts: [...head.verdicts, ...lines.verdicts],
  }
}

/** A value that is left blank misleads nobody. A line that is left out does, in a document that nobody checks. */
function misleads({ field, read }: Fault): boolean {
  return read !== undefined || /^line \d+$/.test(field)
}

function keysOf({ printed }: Fault): number {
  const text = typeof printed === 'object' ? printed[0] : printed
  return text === undefined ? 0 : String(text).length
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

function judged<T>(fields: Readonly<Record<string, T>>): Record<string, T> {
  const named = Object.entries(fields).map(
    ([key, value]) => [otherName[key] ?? key, value] as const,
  )
  return Object.fromEntries(
    named.filter(([key]) => headKeys.has(key) || key.startsWith(chargeMark)),
  )
}

/** A charge counts as read if its amount has its own label. */
function chargesOf(truth: TruthDocument, { head }: Answer): Record<string, string> {
  const labelled = Object.entries(head).filter(([key]) => nameOfField('head', key) === undefined)
  const charges = Object.entries(truth.head).filter(([key]) => key.startsWith(chargeMark))
  const found = charges.flatMap(([key, printed]) => {
    const [, text] = labelled.find(([, one]) => isSame(key, printed, one)) ?? []
    return text === undefined ? [] : [[key, text]]
  })
  return Object.fromEntries(found)
}

function kindFault(truth: TruthDocument, answer: Answer): Fault {
  const read = answer.kind === '' ? undefined : answer.kind
  return { field: 'kind', printed: truth.kind, read, isDoubted: hasDoubt(answer, '') }
}

type Fields = {
  printed: number
  right: number
  fields: number
  faults: Fault[]
  verdicts: Verdict[]
}

function scoreFields(
  place: string,
  truth: Readonly<Record<string, Value>>,
  read: Readonly<Record<string, string>>,
  also: Readonly<Record<string, Value[]>>,
  isDoubted: (key: string) => boolean,
  line?: number,
): Fields {
  const faults: Fault[] = []
  const verdicts: Verdict[] = []
  const judge = (key: string, isRight: boolean) =>
    verdicts.push({ key, isRight, isDoubted: isDoubted(key), ...(line !== undefined && { line }) })
  let right = 0
  for (const [key, printed] of Object.entries(truth)) {
    const value = read[key]
    const isRight = value !== undefined && isSame(key, printed, value)
    if (value !== undefined) judge(key, isRight)
    if (isRight) right += 1
    else faults.push({ field: `${place}.${key}`, printed, read: value, isDoubted: isDoubted(key) })
  }
  const others = Object.entries(read).filter(([key]) => truth[key] === undefined)
  for (const [key, value] of others) {
    const isAlso = also[key]?.some((one) => isSame(key, one, value)) === true
    judge(key, isAlso)
    if (isAlso) continue
    const fault = { printed: undefined, read: value, isDoubted: isDoubted(key) }
    faults.push({ field: `${place}.${key}`, ...fault })
  }
  const printed = Object.keys(truth).length
  return { printed, right, fields: printed + others.length, faults, verdicts }
}

function scoreLines(truth: TruthDocument, answer: Answer): Fields {
  const read = answer.lines.map((line) => known(renamed(line)))
  const partners = align(truth.lines.length, read.length, (a, b) =>
    likeness(truth.lines[a] ?? {}, read[b] ?? {}),
  )
  const scored = truth.lines.map((line, at) => {
    const partner = partners[at]
    if (partner === undefined) return missing(line, at)
    const also = truth.alsoLines[at] ?? {}
    const isDoubted = (key: string) => hasDoubt(answer, key, partner)
    return scoreFields(
      `line ${at + 1}`,
      renamed(line),
      read[partner] ?? {},
      also,
      isDoubted,
      partner,
    )
  })
  const paired = new Set(partners)
  const extra = read.flatMap((line, at) => (paired.has(at) ? [] : [madeUp(line, at, answer)]))
  return [...scored, ...extra].reduce(addFields, noFields)
}

const noFields: Fields = { printed: 0, right: 0, fields: 0, faults: [], verdicts: [] }

function renamed<T>(line: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(line).map(([key, value]) => [otherName[key] ?? key, value]),
  )
}

/** A value below an unknown heading keeps that heading. That is no mistake. */
function known(line: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(line)
  return Object.fromEntries(entries.filter(([key]) => nameOfField('line', key) !== undefined))
}

function likeness(truth: Readonly<Record<string, Value>>, read: Readonly<Record<string, string>>) {
  return Object.entries(renamed(truth)).filter(([key, printed]) => {
    const value = read[key]
    return value !== undefined && isSame(key, printed, value)
  }).length
}

/** A missing line misleads nobody, because the sums do not add up. */
function missing(line: Readonly<Record<string, Value>>, at: number): Fields {
  const printed = Object.keys(line).length
  const text = Object.values(line).join(' | ')
  const fault = { field: `line ${at + 1}`, printed: text, read: undefined, isDoubted: false }
  return { ...noFields, printed, fields: printed, faults: [fault] }
}

function madeUp(line: Readonly<Record<string, string>>, at: number, answer: Answer): Fields {
  const keys = Object.keys(line)
  const fault = {
    printed: undefined,
    read: Object.values(line).join(' | '),
    isDoubted: keys.some((key) => hasDoubt(answer, key, at)),
  }
  const verdicts = keys.map((key) => ({
    key,
    line: at,
    isRight: false,
    isDoubted: hasDoubt(answer, key, at),
  }))
  return {
    ...noFields,
    fields: keys.length,
    faults: [{ field: `line ${at + 1}`, ...fault }],
    verdicts,
  }
}

function addFields(one: Fields, other: Fields): Fields {
  return {
    printed: one.printed + other.printed,
    right: one.right + other.right,
    fields: one.fields + other.fields,
    faults: [...one.faults, ...other.faults],
    verdicts: [...one.verdicts, ...other.verdicts],
  }
}
