import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../../../client.ts'
import type { DocumentCategory } from '../../../../words.ts'
import type { Seller } from './item-cell.tsx'

/** The pause in typing before the server is asked, in milliseconds. */
const pauseMs = 120
/** The most proposals in a list. */
const proposedMax = 8
/** A seller's earlier items do not change while one types. */
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

/** Proposed sellers: those of the latest bills at once, others when the server has answered. */
export function useSellerProposals(text: string, category: DocumentCategory): SellerProposal[] {
  const [paused] = useDebouncedValue(text.trim(), pauseMs)
  const latest = useQuery(sellersQuery('', category))
  const found = useQuery({ ...sellersQuery(paused, category), enabled: paused !== '' })
  const fits = (seller: SellerProposal) => beginsAsSeller(seller, text)
  const known = byLikeness(text, latest.data?.sellers.filter(fits) ?? [])
  // A seller in two states has two GSTINs.
  const keyOf = ({ name, gstin }: SellerProposal) => `${folded(name)} ${gstin ?? ''}`
  const others = upToDate(found.data?.sellers ?? [], paused === text.trim(), fits)
  return merged(text, known, others, keyOf)
}

/** Proposed items: the seller's earlier items at once, others when the server has answered. */
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

/** Results for an earlier text are proposed only if they match the present text. */
function upToDate<Proposal>(
  found: readonly Proposal[],
  isOfText: boolean,
  fits: (proposal: Proposal) => boolean,
): readonly Proposal[] {
  return isOfText ? found : found.filter(fits)
}

/** Known matches, then found ones, each once. Exact names come first. */
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

/** Whether a seller's name, GSTIN or alias begins like the typed text. */
export function beginsAsSeller({ name, gstin, aliases }: SellerProposal, typed: string): boolean {
  return [name, gstin ?? '', ...aliases].some((called) => beginsAs(called, typed))
}

/** Exact names first, then names with this beginning, then names with such a word. */
function byLikeness<Proposal extends { name: string }>(
  text: string,
  known: Proposal[],
): Proposal[] {
  const typed = folded(text)
  const rank = (name: string) => (name === typed ? 0 : name.startsWith(typed) ? 1 : 2)
  return known.toSorted((a, b) => rank(folded(a.name)) - rank(folded(b.name)))
}

/** Whether the typed text is exactly this name, apart from spelling variants. */
export function isCalled(name: string, typed: string): boolean {
  return folded(name) === folded(typed)
}

/** Whether every typed word begins a word of the name. */
function beginsAs(name: string, typed: string): boolean {
  const words = folded(name).split(' ')
  return folded(typed)
    .split(' ')
    .every((part) => words.some((word) => word.startsWith(part)))
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ')
}
