import { choiceSearch, pageSearch, searchOf, textSearch } from '../../search.ts'

/** Which products are listed, as the address has it. */
export const productSearch = searchOf(
  pageSearch,
  textSearch('search'),
  textSearch('category'),
  choiceSearch('approval', ['approved', 'pending', 'rejected', 'draft']),
  choiceSearch('active', ['yes', 'no']),
  choiceSearch('lacks', ['stock', 'price', 'image']),
  choiceSearch('sort', ['created', 'name', 'price', 'stock', 'changed']),
  choiceSearch('direction', ['up', 'down']),
)

export type ProductSearch = ReturnType<typeof productSearch>
