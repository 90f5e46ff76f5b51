import { api, ask, type AnswerOf, pagedQuery } from '../../client.ts'
import { sentImage, type ImageChange } from '../../components/image-field.tsx'
import { choiceSearch, listQuery, pageSearch, searchOf, textSearch } from '../../search.ts'

/** The list's values in the address. */
export const offerSearch = searchOf(
  pageSearch,
  choiceSearch('state', ['active', 'scheduled', 'ended', 'off']),
  textSearch('search'),
)

export const offersQuery = listQuery(['offers'], offerSearch, (query) => api.offers.get({ query }))

/** An offer of the list. */
export type Offer = AnswerOf<typeof offersQuery>['items'][number]

/** An offer as the form sends it. The server names the fields like this when it refuses them. Times are in ISO 8601. */
export type SentOffer = {
  title: string
  subtitle: string
  badge_text: string
  rule_kind: Offer['ruleKind']
  rule_value: string
  applies_to: Offer['appliesTo']
  /** Slugs of categories, or SKUs of products. */
  targets: string[]
  is_active: boolean
  starts_at: string | null
  ends_at: string | null
}

export function targetsQuery(search: string) {
  return pagedQuery(['offer targets', search], () => api.offers.targets.get({ query: { search } }))
}

/** A category or a product that an offer is for. */
export type Target = Offer['targets'][number]

/** Changes the offer with this id. Without an id, adds an offer. */
export function saveOffer(id: string | undefined, offer: SentOffer, image: ImageChange) {
  const body = { ...offer, ...sentImage(image) }
  return ask(id === undefined ? api.offers.post(body) : api.offers({ id }).post(body))
}

/** The label and colour of each state of an offer. */
export const offerStates = {
  active: { label: 'Showing now', color: 'green' },
  scheduled: { label: 'Scheduled', color: 'blue' },
  ended: { label: 'Ended', color: 'gray' },
  off: { label: 'Switched off', color: 'gray' },
} as const satisfies Record<Offer['state'], { label: string; color: string }>

/** The kinds of rules, and the meaning of a rule's value. */
export const ruleWords = {
  percentage: { label: 'Percentage off', value: 'Per cent', example: '10' },
  flat: { label: 'Amount off', value: 'Rupees', example: '100' },
  buy_x_get_y: { label: 'Buy some, get some', value: 'How many', example: 'Buy 2, get 1' },
  free_shipping: { label: 'Free delivery', value: 'From which amount', example: '499' },
  other: { label: 'Something else', value: 'Rule', example: '' },
} as const satisfies Record<Offer['ruleKind'], { label: string; value: string; example: string }>

/** What an offer makes cheaper. */
export const scopeWords = {
  everything: 'Everything',
  categories: 'Some categories',
  products: 'Some products',
} as const satisfies Record<NonNullable<Offer['appliesTo']>, string>

/** Whether an offer with such a rule can make prices. */
export function canPrice(kind: Offer['ruleKind']): boolean {
  return kind === 'percentage' || kind === 'flat'
}

/** "10% off", "₹100 off". A value that is not a number is shown as written. */
export function ruleText({ ruleKind, ruleValue }: Pick<Offer, 'ruleKind' | 'ruleValue'>): string {
  const isNumber = /^\d+(\.\d+)?$/.test(ruleValue)
  const amount = isNumber ? `₹${Number(ruleValue).toLocaleString('en-IN')}` : ruleValue
  switch (ruleKind) {
    case 'percentage':
      return isNumber ? `${ruleValue}% off` : ruleValue || ruleWords.percentage.label
    case 'flat':
      return isNumber ? `${amount} off` : ruleValue || ruleWords.flat.label
    case 'free_shipping':
      if (ruleValue === '') return ruleWords.free_shipping.label
      return isNumber ? `Free delivery from ${amount}` : `Free delivery: ${ruleValue}`
    default:
      return ruleValue || '–'
  }
}
