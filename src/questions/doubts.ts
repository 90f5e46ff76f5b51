import { readAs } from '../paper/checks/document.ts'
import { fieldName, fieldOf, type Kind } from '../paper/fields.ts'
import { readDay, readPaise, rupees } from '../paper/values.ts'
import {
  answerPlaces,
  type DoubtfulPlace,
  doubtfulPlaces,
  takeBackAnswer,
} from '../services/scan-export/scans/answer-finding.ts'
import { findScans, queueOf, type ListedScan } from '../services/scan-export/overview/list-scans.ts'
import { findScanFile } from '../services/scan-export/overview/show-scan.ts'
import { removal, subjectOf } from './documents.ts'
import { paperOf, spotOf, spotOfAll } from './evidence.ts'
import {
  documentsOf,
  aboutFirst,
  type Answer,
  type OpenQuestion,
  type Proposal,
  type Question,
  type QuestionDeps,
  type QuestionOwner,
  type Undo,
} from './question.ts'

/** Documents whose values are looked through. Each of the others counts as one question. */
const documentsMax = 40

/** Values of a held document: a check contradicts them, or the reader is not sure. One question for each place. */
export const doubts: QuestionOwner = {
  kind: 'doubt',
  isFor: ({ role, isClerk }) => role === 'owner' || isClerk,
  async find(deps, asker, { first, limit }) {
    const { held, toCheck } = queueOf(deps.scanExport, documentsOf(asker))
    const looked = aboutFirst(held, first, (id) => id).slice(0, documentsMax)
    const scans = new Map(findScans(deps.scanExport, looked).map((scan) => [scan.id, scan]))
    const open: OpenQuestion[] = []
    let total = toCheck - looked.length
    for (const id of looked) {
      const scan = scans.get(id)
      const found = scan === undefined ? [] : doubtsIn(doubtfulPlaces(deps.scanExport, id))
      total += found.length
      if (scan === undefined || open.length >= limit) continue
      const file = findScanFile(deps.scanExport, id)
      const some = found.slice(0, limit - open.length)
      open.push(...some.map((doubt) => doubtOf(deps, asker.userId, { scan, file, doubt })))
    }
    return { open, total }
  },
}

/** What is asked at once: one value, or the figures of a line that multiply. */
type Doubt = DoubtfulPlace & {
  /** All places that the answer is about. */
  places: readonly DoubtfulPlace[]
  /** The line says this quantity times this rate. Null for a single value. */
  product: { quantity: string; rate: string; paise: number } | null
}

const figures = ['qty', 'rate', 'amount']

/** A wrong figure makes its neighbours doubtful too: figures of a line that multiply are one question. */
function doubtsIn(places: readonly DoubtfulPlace[]): Doubt[] {
  const byLine = Map.groupBy(places.filter(isFigure), ({ line }) => line)
  return places.flatMap((place): Doubt[] => {
    const together = isFigure(place) ? (byLine.get(place.line) ?? []) : []
    const isAlone = together.length < 2 && !(together.length === 1 && place.key === 'amount')
    if (isAlone) return [{ ...place, places: [place], product: null }]
    return together[0] === place ? [productOf(place, together)] : []
  })
}

function isFigure({ key, computedPaise }: DoubtfulPlace): boolean {
  return computedPaise !== null && figures.includes(key)
}

function productOf(place: DoubtfulPlace, places: readonly DoubtfulPlace[]): Doubt {
  const textOf = (key: string) =>
    place.key === key ? place.text : (place.beside.find((one) => one.key === key)?.text ?? '')
  const { computedPaise } = place
  return {
    ...place,
    key: 'amount',
    text: textOf('amount'),
    findings: places.flatMap(({ findings }) => findings),
    places,
    product:
      computedPaise === null
        ? null
        : { quantity: textOf('qty'), rate: textOf('rate'), paise: computedPaise },
  }
}

type At = { scan: ListedScan; file: ReturnType<typeof findScanFile>; doubt: Doubt }

function doubtOf(deps: QuestionDeps, by: string, at: At): OpenQuestion {
  return { question: questionOf(at), answer: (given) => answered(deps, by, at, given) }
}

async function answered(
  deps: QuestionDeps,
  by: string,
  { scan: { id }, doubt }: At,
  { choice, text: typed }: Answer,
): Promise<Undo | null> {
  if (choice === 'remove') return await removal(deps, id, by)
  const { key, line, text, places } = doubt
  const value = choice === 'computed' ? computedText(doubt) : typed.trim()
  const isOther = choice === 'computed' || (choice === 'typed' && value !== '' && value !== text)
  const answer = isOther
    ? { places: places.filter((one) => one.key !== key), other: { key, line, value } }
    : { places }
  const before = await answerPlaces(deps.scanExport, { id, ...answer }, by)
  return () => takeBackAnswer(deps.scanExport, before, by)
}

/** As amounts are typed: 1041.50. */
function computedText({ product }: Doubt): string {
  return ((product?.paise ?? 0) / 100).toFixed(2)
}

/** The most other values that are shown beside the one in question. */
const besideMax = 8

function questionOf({ scan, file, doubt }: At): Question {
  const { key, line, text, findings, beside, places, product } = doubt
  const named = {
    key,
    field: fieldName(key),
    text,
    line: line === null ? '' : `${line + 1}`,
    item: line === null ? '' : itemOf(doubt),
    ...(product === null
      ? {}
      : { quantity: product.quantity, rate: product.rate, amount: rupees(product.paise) }),
    ...fitting(doubt),
  }
  return {
    // The value is part of the id: another value is another question.
    id: `doubt ${scan.id} ${line ?? ''} ${key} ${Bun.hash.wyhash(JSON.stringify([text, findings]))}`,
    kind: 'doubt',
    subject: subjectOf(scan),
    asks: { code: codeOf(doubt), values: named },
    because: findings.map(({ message }) => message),
    evidence: {
      type: 'paper',
      paper: paperOf(scan, file),
      spot:
        product === null
          ? spotOf(doubt.evidence)
          : spotOfAll([
              ...places.map(({ evidence }) => evidence),
              ...beside.filter((one) => figures.includes(one.key)).map((one) => one.evidence),
            ]),
      place: line === null ? 'head' : 'line',
      // The paper itself shows the head.
      values:
        line === null && file !== undefined
          ? []
          : beside
              .slice(0, besideMax)
              .map(({ key: name, text: its }) => ({ key: name, text: its })),
    },
    proposals: proposalsOf(doubt),
    answers: key === '' ? ['remove'] : ['typed', 'remove'],
  }
}

/** What the line is about. */
function itemOf({ beside }: Doubt): string {
  const named = ['product_name', 'description', 'narration']
  return beside.find(({ key }) => named.includes(key))?.text ?? ''
}

/** "48 × 62.50 = ₹3,000.00", where one figure is doubtful and the others bear it out. */
function fitting({ key, text, beside, computedPaise, product }: Doubt): { fits?: string } {
  const textOf = (name: string) =>
    name === key ? text : (beside.find((one) => one.key === name)?.text ?? '')
  if (product !== null || computedPaise === null || !figures.includes(key)) return {}
  if (readPaise(textOf('amount')) !== computedPaise) return {}
  return { fits: `${textOf('qty')} × ${textOf('rate')} = ${rupees(computedPaise)}` }
}

function codeOf({ key, text, findings, product }: Doubt): string {
  if (key === '') return 'whole'
  if (product !== null) return 'product'
  if (text === '') return 'missing'
  return findings.every(({ code }) => code === 'doubt') ? 'doubt' : 'contradiction'
}

/** Findings that make a value useless: it is confirmed only by choice. */
const wrongCodes = ['unreadable', 'date', 'missing']

function proposalsOf({ key, text, findings, product }: Doubt): Proposal[] {
  const name = product === null ? text : amountText(text)
  const asIs = { id: 'as is', name, note: '' }
  if (product !== null && readPaise(text) !== product.paise) {
    const computed = { id: 'computed', name: rupees(product.paise), note: '' }
    return text === '' ? [computed] : [computed, asIs]
  }
  if (text === '' && key !== '') return [{ id: 'none', name: '', note: '' }]
  const isWrong = findings.some(({ code }) => wrongCodes.includes(code)) || isUnreadable(key, text)
  return isWrong ? [asIs] : [{ id: 'yes', name, note: '' }]
}

/** Whether the text under a key of numbers or days is neither, or has letters beside an amount: two cells were read as one. */
function isUnreadable(key: string, text: string): boolean {
  const kind = fieldOf(key)?.kind ?? 'text'
  if (kind === 'day') return readDay(text) === undefined
  if (!numberKinds.includes(kind)) return false
  const hasWord = kind !== 'quantity' && /\p{L}{2}/u.test(text.replaceAll(currency, ''))
  return hasWord || readAs(kind, text) === undefined
}

/** Letters that an amount may have. */
const currency = /\b(?:rs|inr|dr|cr)\b/gi

const numberKinds: readonly Kind[] = ['money', 'rate', 'quantity', 'percent', 'balance']

function amountText(text: string): string {
  const paise = readPaise(text)
  return paise === undefined ? text : rupees(paise)
}
