import { documentCategories } from '../../words.ts'
import { choiceSearch, pageSearch, searchOf, textSearch } from '../../search.ts'

/** What the page of rules keeps in its address. Without a view it is the organisation's own rules. */
export const ruleSearch = searchOf(
  pageSearch,
  choiceSearch('view', ['unknown', 'built-in']),
  choiceSearch('type', ['label', 'value']),
  choiceSearch('category', ['all', ...documentCategories]),
  choiceSearch('sort', ['newest']),
  choiceSearch('kind', ['values']),
  choiceSearch('show', ['dismissed']),
  textSearch('search'),
)

export type RuleSearch = ReturnType<typeof ruleSearch>
