import { choiceSearch, daySearch, pageSearch, textSearch } from '../../search.ts'

type Search = Record<string, unknown>

export const states = ['pending', 'successful', 'failed'] as const
export const categories = ['vendor_invoice', 'purchase_order', 'bank_entry'] as const
export const yesOrNo = ['yes', 'no'] as const

const [state, category] = [choiceSearch('state', states), choiceSearch('category', categories)]
const [synced, duplicate] = [choiceSearch('synced', yesOrNo), choiceSearch('duplicate', yesOrNo)]
const [from, until, text] = [daySearch('from'), daySearch('until'), textSearch('text')]

/** What the address of the list says. */
export type DocumentSearch = ReturnType<typeof documentsSearch>

export function documentsSearch(search: Search) {
  return {
    ...pageSearch(search),
    ...state(search),
    ...category(search),
    ...synced(search),
    ...duplicate(search),
    ...from(search),
    ...until(search),
    ...text(search),
  }
}

/** Of one document: which page of its lines, and whether it is being corrected. */
export function documentSearch(search: Search): { lines?: number; edit?: true } {
  const { page: lines } = pageSearch({ page: search['lines'] })
  return {
    ...(lines === undefined ? {} : { lines }),
    ...(search['edit'] === true ? { edit: true } : {}),
  }
}
