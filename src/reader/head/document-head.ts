import { type ReadDocument, type ReadValue, withDoubt } from '../page.ts'
import { readFoot } from './foot.ts'
import { type HeadPage, type Learnt, type Candidate, settledWorth } from './candidates.ts'
import { pageCandidates } from './page-head.ts'
import type { KnownParties } from './party-facts.ts'
import { fieldName } from '../../paper/fields.ts'
import { isSame } from '../fuse.ts'

/* The head of a document of one or more pages. */

type Head = Record<string, ReadValue>

/** Head and foot by key. `lines` are as printed. `learnt` is what is known of the seller. */
export function readHead(
  layouts: readonly HeadPage[],
  kind: ReadDocument['kind'],
  lines: readonly Head[],
  known: KnownParties,
  learnt?: Learnt,
): Head {
  const candidates = layouts.flatMap((layout) => [
    ...(learnt?.candidatesOn(layout) ?? []),
    ...pageCandidates(layout, known),
  ])
  const head = withOwnNumber(withBank(chooseBest(candidates)), kind)
  const foot = readFoot(layouts, lines, learnt)
  return { ...head, ...foot, ...documentType(layouts, kind) }
}

/** Without a bank beside it, an "account number" is the number of the customer. */
function withBank(head: Head): Head {
  const { account_no: _, ...others } = head
  return 'ifsc' in head || 'bank_name' in head ? head : others
}

/** "Please pay our invoice no. 118": on a note this is the original bill. On a bill it is the bill's own number. */
function withOwnNumber(head: Head, kind: ReadDocument['kind']): Head {
  const { original_invoice_no: number, original_invoice_date: date, ...others } = head
  if (kind !== 'invoice' || number === undefined || 'invoice_no' in head) return head
  return {
    ...(date !== undefined && { invoice_date: date }),
    ...others,
    invoice_no: number,
  }
}

/** A note states its type. Bills need no type. */
function documentType(layouts: readonly HeadPage[], kind: ReadDocument['kind']): Head {
  if (kind === 'invoice' || kind === 'purchase order') return {}
  for (const layout of layouts) {
    const title = layout.titles.find((one) => one.kind === kind)
    if (title !== undefined) {
      const { text, pieces } = title.phrase
      const box = pieces.map(({ word }) => word.box)
      return {
        document_type: {
          text,
          label: '',
          source: layout.page.source,
          page: layout.page.number,
          ...(box[0] && { box: box[0] }),
          confidence: 1,
        },
      }
    }
  }
  return {}
}

/* Chooses the plainest value of each field. If another value is as plain, the field is doubted. */

/** The best value of each key. Among equals, the first on the paper. */
function chooseBest(candidates: readonly Candidate[]): Head {
  const byKey = Map.groupBy(candidates, ({ key }) => key)
  const best = Array.from(byKey.values(), bestOf)
  const own = best.filter((one) => !isOthers(one, best))
  return Object.fromEntries(own.map((one) => [one.key, withRival(one, byKey.get(one.key) ?? [])]))
}

function bestOf(candidates: readonly Candidate[]): Candidate {
  return candidates.reduce((best, one) => (plainness(one) > plainness(best) ? one : best))
}

/** What a value gains if its label names the paper: "Invoice Date" rather than "Date". */
const namedWorth = 0.06

/** How plainly the paper names the value. */
function plainness({ key, value, worth }: Candidate): number {
  const isNamed =
    rivalKeys.has(key) && /inv|bill|memo|note|order|p\.?o\b|बिल|બિલ|बीजक/i.test(value.label)
  return worth + (isNamed ? namedWorth : 0)
}

/** One place on the paper holds one field. The field with the plainer claim keeps it. */
function isOthers(one: Candidate, all: readonly Candidate[]): boolean {
  return all.some(
    (other) =>
      other.key !== one.key &&
      plainness(other) > plainness(one) &&
      isSamePlace(one.value, other.value),
  )
}

function isSamePlace(one: ReadValue, other: ReadValue): boolean {
  return (
    one.page === other.page &&
    one.box !== undefined &&
    other.box !== undefined &&
    one.box.every((edge, at) => edge === other.box?.[at])
  )
}

/** Fields that a document has once, and that nothing else on the document proves. */
const rivalKeys = new Set(
  'invoice_no invoice_date original_invoice_no po_no po_date gstin buyer_name'.split(' '),
)

/**
 * A rival value causes a doubt if it is at most this much less plain. What only one bill taught is also doubted beside any value with a
 * label.
 */
const rivalWorth = { printed: 0.05, learnt: 0.2 }

/** A value that stands there a second time without a doubt is not doubted. */
function withoutDoubts({ key, value }: Candidate, candidates: readonly Candidate[]): ReadValue {
  const { doubts, reason, ...own } = value
  if (doubts === undefined && reason === undefined) return value
  const sure = candidates.find(
    (one) =>
      one.value.doubts === undefined &&
      one.value.reason === undefined &&
      isSame(key, one.value.text, value.text),
  )
  return sure === undefined ? value : { ...own, confidence: sure.value.confidence }
}

function withRival(best: Candidate, candidates: readonly Candidate[]): ReadValue {
  const { key } = best
  const value = withoutDoubts(best, candidates)
  if (!rivalKeys.has(key) || best.worth >= settledWorth) return value
  const within = best.worth > 1 ? rivalWorth.learnt : rivalWorth.printed
  const rival = candidates.find(
    (one) => plainness(one) >= plainness(best) - within && !isSame(key, one.value.text, value.text),
  )
  if (rival === undefined) return value
  const doubt = `${fieldName(key)}: “${value.text}” and “${rival.value.text}” stand there as such.`
  return withDoubt(value, doubt)
}
