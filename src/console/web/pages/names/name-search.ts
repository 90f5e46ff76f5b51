import { choiceSearch, pageSearch, searchOf, textSearch } from '../../search.ts'

/** What the address of the list says. */
export const nameSearch = searchOf(
  pageSearch,
  choiceSearch('show', ['unknown', 'dismissed']),
  textSearch('q'),
)

export type NameSearch = ReturnType<typeof nameSearch>
