/** Products in one answer (source: the contract, "Limits"). */
export const listLimitMax = 100
export const listLimitDefault = 20

/** Far above any catalogue, and exact in JSON and in SQLite. */
export const listOffsetMax = 1_000_000_000

/** Characters of `search`: a sentence, not a text. */
export const searchCharactersMax = 200

/** Words of `search`: each is looked for in every product's text. */
export const searchWordsMax = 20

/** Characters of `category`: far above any slug. */
export const categoryCharactersMax = 2000

/** The orders of the product list (source: the contract); ties by id in the direction of the sort. */
export const sorts = ['newest', 'oldest', 'price_asc', 'price_desc', 'name_asc'] as const

export type Sort = (typeof sorts)[number]

/** What a sort compares, and which way. */
export const sortKeys = {
  newest: { by: 'createdAt', descending: true },
  oldest: { by: 'createdAt', descending: false },
  price_asc: { by: 'salePrice', descending: false },
  price_desc: { by: 'salePrice', descending: true },
  name_asc: { by: 'foldedName', descending: false },
} as const satisfies Record<Sort, { by: string; descending: boolean }>

export type SortColumn = (typeof sortKeys)[Sort]['by']

/** What an offer can be: shown, not yet, no more, or switched off whatever its dates say. */
export const offerStates = ['active', 'scheduled', 'ended', 'off'] as const

type OfferState = (typeof offerStates)[number]

/** `now`, `startsAt` and `endsAt` in milliseconds since the epoch; both ends are included. */
export function offerStateOf(
  offer: { isActive: boolean; startsAt: number | null; endsAt: number | null },
  now: number,
): OfferState {
  if (!offer.isActive) return 'off'
  if (offer.endsAt !== null && offer.endsAt < now) return 'ended'
  return offer.startsAt !== null && offer.startsAt > now ? 'scheduled' : 'active'
}
