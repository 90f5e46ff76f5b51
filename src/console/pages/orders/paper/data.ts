import type { Which } from '../../../components/list-selection.tsx'
import { api, type AnswerOf, answerQuery } from '../../../client.ts'

export function invoiceQuery(id: string) {
  return answerQuery(['orders', 'invoice', id], () => api.orders({ id }).invoice.get())
}

export function creditNoteQuery(id: string) {
  return answerQuery(['credit-notes', 'one', id], () => api['credit-notes']({ id }).get())
}

/** The seller, as papers name the seller. */
export const sellerQuery = answerQuery(['orders', 'seller'], () => api.orders.seller.get())

/** Papers of the orders chosen in the list, one part of the orders at a time. */
export function chosenPapersQuery(which: Which, part: number) {
  return answerQuery(['orders', 'papers', which, part], () =>
    api.orders.chosen.papers.post({ which, part }),
  )
}

export type ChosenPapers = AnswerOf<typeof chosenPapersQuery>['items'][number]

/** An invoice, or the credit note for returned goods. */
export type Invoice = AnswerOf<typeof invoiceQuery> | AnswerOf<typeof creditNoteQuery>

/** The title at the top of the paper. */
export const invoiceTitles = {
  'tax invoice': 'Tax invoice',
  'bill of supply': 'Bill of supply',
  invoice: 'Invoice',
  'credit note': 'Credit note',
} as const satisfies Record<Invoice['kind'], string>

/** The names and amounts of an invoice's taxes, in paise. */
export function taxTotals({ taxes, isInterState }: Invoice): { label: string; paise: number }[] {
  const sum = (head: 'cgst' | 'sgst' | 'igst') => taxes.reduce((total, tax) => total + tax[head], 0)
  return isInterState
    ? [{ label: 'IGST', paise: sum('igst') }]
    : [
        { label: 'CGST', paise: sum('cgst') },
        { label: 'SGST', paise: sum('sgst') },
      ]
}
