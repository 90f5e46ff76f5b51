import { queryOptions } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { sentImage, type ImageChange } from '../../parts/image-field.tsx'

export type OfferSearch = {
  page?: number
  search?: string
  state?: 'active' | 'scheduled' | 'ended' | 'off'
}

/** Offers on a page. */
const pageSize = 50

/** Every query of offers begins with this, so that a change makes all of them ask again. */
export const allOffers = ['offers']

export function offersQuery({ page = 1, search, state }: OfferSearch) {
  const query = {
    page,
    size: pageSize,
    ...(search === undefined ? {} : { search }),
    ...(state === undefined ? {} : { state }),
  }
  return queryOptions({
    queryKey: [...allOffers, query],
    queryFn: () => ask(api.offers.get({ query })),
    placeholderData: (before) => before,
  })
}

type OfferPage = Awaited<ReturnType<NonNullable<ReturnType<typeof offersQuery>['queryFn']>>>
/** An offer as the list has it. */
export type Offer = OfferPage['items'][number]

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
