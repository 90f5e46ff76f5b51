import { queryOptions } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../client.ts'
import { sentImage, type ImageChange } from '../../components/image-field.tsx'
import type { OfferSearch } from './offer-search.ts'

/** Offers on a page. */
const pageSize = 50

export function offersQuery({ page = 1, ...search }: OfferSearch) {
  const query = { page, size: pageSize, ...search }
  return queryOptions({
    queryKey: ['offers', query],
    queryFn: () => ask(api.offers.get({ query })),
    placeholderData: (before) => before,
  })
}

/** An offer as the list has it. */
export type Offer = AnswerOf<typeof offersQuery>['items'][number]

/** What a form says of an offer, by the names that the server refuses them by; times in ISO 8601. */
export type SentOffer = {
  title: string
  subtitle: string
  badge_text: string
  rule_kind: Offer['ruleKind']
  rule_value: string
  is_active: boolean
  starts_at: string | null
  ends_at: string | null
}

/** Changes an offer, or adds one without an id. */
export function saveOffer(id: string | undefined, offer: SentOffer, image: ImageChange) {
  const body = { ...offer, ...sentImage(image) }
  return ask(id === undefined ? api.offers.post(body) : api.offers({ id }).post(body))
}
