import { documentCategories } from '../../words.ts'
import { choiceSearch, daySearch, pageSearch, searchOf, textSearch } from '../../search.ts'

const yesOrNo = ['yes', 'no'] as const

/** What the address of the list says. */
export const documentsSearch = searchOf(
  pageSearch,
  choiceSearch('state', ['pending', 'successful', 'failed']),
  choiceSearch('category', documentCategories),
  choiceSearch('synced', ['yes', 'no', 'last-week']),
  choiceSearch('duplicate', yesOrNo),
  daySearch('from'),
  daySearch('until'),
  textSearch('text'),
)

export type DocumentSearch = ReturnType<typeof documentsSearch>

/** Of one document: which page of its lines, and whether it is being corrected. */
export function documentSearch(search: Record<string, unknown>): { lines?: number; edit?: true } {
  const { page: lines } = pageSearch({ page: search['lines'] })
  return {
    ...(lines === undefined ? {} : { lines }),
    ...(search['edit'] === true ? { edit: true } : {}),
  }
}
