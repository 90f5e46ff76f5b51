import { queryOptions } from '@tanstack/react-query'
import type { Which } from '../../../components/list-selection.ts'
import { api, ask, type AnswerOf } from '../../../client.ts'

export function invoiceQuery(id: string) {
  return queryOptions({
    queryKey: ['orders', 'invoice', id],
    queryFn: () => ask(api.orders({ id }).invoice.get()),
  })
}

export function creditNoteQuery(id: string) {
  return queryOptions({
    queryKey: ['credit-notes', 'one', id],
    queryFn: () => ask(api['credit-notes']({ id }).get()),
  })
}

/** Who sells, as papers say it. */
export const sellerQuery = queryOptions({
  queryKey: ['orders', 'seller'],
  queryFn: () => ask(api.orders.seller.get()),
})

/** Papers of the orders that were chosen in their list, a part of them at a time. */
export function chosenPapersQuery(which: Which, part: number) {
  return queryOptions({
    queryKey: ['orders', 'papers', which, part],
    queryFn: () => ask(api.orders.chosen.papers.post({ which, part })),
  })
}

export type ChosenPapers = AnswerOf<typeof chosenPapersQuery>['items'][number]

/** What an order was sold by, or what came back of it was credited by. */
export type Invoice = AnswerOf<typeof invoiceQuery> | AnswerOf<typeof creditNoteQuery>

/** What the paper is called at its top. */
export const invoiceTitles = {
  'tax invoice': 'Tax invoice',
  'bill of supply': 'Bill of supply',
  invoice: 'Invoice',
  'credit note': 'Credit note',
} as const satisfies Record<Invoice['kind'], string>

/** What the tax of an invoice is called by, and what it comes to; in paise. */
export function taxTotals({ taxes, isInterState }: Invoice): { label: string; paise: number }[] {
  const sum = (head: 'cgst' | 'sgst' | 'igst') => taxes.reduce((total, tax) => total + tax[head], 0)
  return isInterState
    ? [{ label: 'IGST', paise: sum('igst') }]
    : [
        { label: 'CGST', paise: sum('cgst') },
        { label: 'SGST', paise: sum('sgst') },
      ]
}
