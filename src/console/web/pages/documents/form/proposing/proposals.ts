import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../../../client.ts'
import type { DocumentCategory } from '../../../../words.ts'
import type { Seller } from './item-cell.tsx'

/** How long nobody types before the server is asked, in milliseconds. */
const pauseMs = 120
/** Proposals that a list shows. */
const proposedMax = 8
/** What a seller sold before stands still while one types. */
const freshMs = 60_000

export type SellerProposal = AnswerOf<typeof sellersQuery>['sellers'][number]
export type ItemProposal = AnswerOf<typeof itemsQuery>['items'][number]

function sellersQuery(search: string, category: DocumentCategory) {
  return queryOptions({
    queryKey: ['documents', 'proposals', 'sellers', category, search],
    queryFn: () => ask(api.documents.proposals.sellers.get({ query: { search, category } })),
    staleTime: freshMs,
  })
}

function itemsQuery(search: string, seller: Seller) {
  return queryOptions({
    queryKey: ['documents', 'proposals', 'items', seller, search],
    queryFn: () =>
      ask(
        api.documents.proposals.items.get({
          query: { search, seller: seller.name, gstin: seller.gstin },
        }),
      ),
    staleTime: freshMs,
  })
}

/** Sellers for what is typed: those of the latest bills at once, the others when the server has answered. */
export function useSellerProposals(text: string, category: DocumentCategory): SellerProposal[] {
  const [paused] = useDebouncedValue(text.trim(), pauseMs)
  const latest = useQuery(sellersQuery('', category))
  const found = useQuery({ ...sellersQuery(paused, category), enabled: paused !== '' })
  const fits = (seller: SellerProposal) => beginsAsSeller(seller, text)
  const known = byLikeness(text, latest.data?.sellers.filter(fits) ?? [])
  // In two states it has two GSTINs.
  const keyOf = ({ name, gstin }: SellerProposal) => `${folded(name)} ${gstin ?? ''}`
  const others = upToDate(found.data?.sellers ?? [], paused === text.trim(), fits)
  return merged(text, known, others, keyOf)
}

/** Items for what is typed: what the seller sold before at once, the others when the server has answered. */
export function useItemProposals(text: string, seller: Seller): ItemProposal[] {
  const [paused] = useDebouncedValue(text.trim(), pauseMs)
  const isKnown = seller.name.trim() !== ''
  const sold = useQuery({ ...itemsQuery('', seller), enabled: isKnown })
  const found = useQuery({ ...itemsQuery(paused, seller), enabled: paused !== '' })
  const fits = ({ name }: ItemProposal) => beginsAs(name, text)
  const known = byLikeness(text, sold.data?.items.filter(fits) ?? [])
  const others = upToDate(found.data?.items ?? [], paused === text.trim(), fits)
  return merged(text, known, others, ({ name }) => folded(name))
}

/** What was found for a text that was typed on since is proposed only where it fits what stands there now. */
function upToDate<Proposal>(
  found: readonly Proposal[],
  isOfText: boolean,
  fits: (proposal: Proposal) => boolean,
): readonly Proposal[] {
  return isOfText ? found : found.filter(fits)
}

/** What is known already and fits, then what was found, each once; before all what is called exactly so. */
function merged<Proposal extends { name: string }>(
  text: string,
  known: readonly Proposal[],
  found: readonly Proposal[],
  keyOf: (proposal: Proposal) => string,
): Proposal[] {
  if (text.trim() === '') return []
  const distinct = new Map<string, Proposal>()
  for (const proposal of [...known, ...found]) {
    const key = keyOf(proposal)
    if (!distinct.has(key)) distinct.set(key, proposal)
  }
  const best = [...distinct.values()].slice(0, proposedMax)
  return best.toSorted((a, b) => Number(isCalled(b.name, text)) - Number(isCalled(a.name, text)))
}

/** Whether a seller's name, GSTIN or alias begins as what is typed. */
export function beginsAsSeller({ name, gstin, aliases }: SellerProposal, typed: string): boolean {
  return [name, gstin ?? '', ...aliases].some((called) => beginsAs(called, typed))
}

/** What is called so comes first, then what begins so, then what has such a word. */
function byLikeness<Proposal extends { name: string }>(
  text: string,
  known: Proposal[],
): Proposal[] {
  const typed = folded(text)
  const rank = (name: string) => (name === typed ? 0 : name.startsWith(typed) ? 1 : 2)
  return known.toSorted((a, b) => rank(folded(a.name)) - rank(folded(b.name)))
}

/** Whether exactly this is typed, however it is written. */
export function isCalled(name: string, typed: string): boolean {
  return folded(name) === folded(typed)
}

/** Whether every word that is typed begins one of the name. */
function beginsAs(name: string, typed: string): boolean {
  const words = folded(name).split(' ')
  return folded(typed)
    .split(' ')
    .every((part) => words.some((word) => word.startsWith(part)))
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ')
}
