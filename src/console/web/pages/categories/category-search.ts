import { pageSearch, searchOf, textSearch } from '../../search.ts'

/** What the address of the list says. */
export const categorySearch = searchOf(pageSearch, textSearch('search'))

export type CategorySearch = ReturnType<typeof categorySearch>
