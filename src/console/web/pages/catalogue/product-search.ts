import { choiceSearch, pageSearch, textSearch } from '../../search.ts'

const approvals = ['approved', 'pending', 'rejected', 'draft'] as const
const lacks = ['stock', 'price', 'image'] as const
const sorts = ['created', 'name', 'price', 'stock', 'changed'] as const

/** Which products are listed, as the address has it. */
export type ProductSearch = ReturnType<typeof readProductSearch>

/** What is to be different; what is empty goes. */
export type ProductChange = { [Key in keyof ProductSearch]?: string | null }

const text = textSearch('search')
const category = textSearch('category')
const approval = choiceSearch('approval', approvals)
const active = choiceSearch('active', ['yes', 'no'])
const lack = choiceSearch('lacks', lacks)
const sort = choiceSearch('sort', sorts)
const direction = choiceSearch('direction', ['up', 'down'])

export function readProductSearch(search: Record<string, unknown>) {
  return {
    ...pageSearch(search),
    ...text(search),
    ...category(search),
    ...approval(search),
    ...active(search),
    ...lack(search),
    ...sort(search),
    ...direction(search),
  }
}
