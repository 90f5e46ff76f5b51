import { choiceSearch, pageSearch, textSearch } from '../../search.ts'

const views = ['unknown', 'built-in'] as const
const categories = ['vendor_invoice', 'purchase_order', 'bank_entry'] as const

const view = choiceSearch('view', views)
const type = choiceSearch('type', ['label', 'value'])
const category = choiceSearch('category', ['all', ...categories])
const sort = choiceSearch('sort', ['newest'])
const kind = choiceSearch('kind', ['values'])
const search = textSearch('search')

/** What the page of rules keeps in its address. Without a view it is the organisation's own rules. */
export function ruleSearch(sent: Record<string, unknown>) {
  return {
    ...pageSearch(sent),
    ...view(sent),
    ...type(sent),
    ...category(sent),
    ...sort(sent),
    ...kind(sent),
    ...search(sent),
  }
}

export type RuleSearch = ReturnType<typeof ruleSearch>
