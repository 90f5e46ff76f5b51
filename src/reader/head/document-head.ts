import type { ReadDocument, ReadValue } from '../page.ts'
import { readFoot } from './foot.ts'
import type { HeadPage, Learnt } from './candidates.ts'
import { chooseBest } from './choose-best.ts'
import { pageCandidates } from './page-head.ts'
import type { KnownParties } from './party-facts.ts'

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
  const head = withOwnNumber(withBank(chooseBest(candidates), kind), kind)
  const foot = kind === 'bank statement' ? {} : readFoot(layouts, lines, learnt)
  return { ...head, ...foot, ...documentType(layouts, kind) }
}

/** Without a bank beside it, an "account number" is the number of the customer. */
function withBank(head: Head, kind: ReadDocument['kind']): Head {
  const { account_no: _, ...others } = head
  const hasBank = kind === 'bank statement' || 'ifsc' in head || 'bank_name' in head
  return hasBank ? head : others
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
  if (kind === 'invoice' || kind === 'purchase order' || kind === 'bank statement') return {}
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
