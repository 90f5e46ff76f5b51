import { choiceSearch, pageSearch, searchOf, textSearch } from '../../search.ts'

/** What the address of the list says. */
export const offerSearch = searchOf(
  pageSearch,
  choiceSearch('state', ['active', 'scheduled', 'ended', 'off']),
  textSearch('search'),
)

export type OfferSearch = ReturnType<typeof offerSearch>
