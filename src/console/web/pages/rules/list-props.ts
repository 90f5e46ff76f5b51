import type { SearchChange } from '../../search.ts'
import type { RuleSearch } from './rule-search.ts'
import type { RuleDraft } from './use-rule-form.ts'

/** What the tabs are given: what is searched for, and how to search for something else. */
export type RuleListProps = {
  search: RuleSearch
  /** Takes these into the address, and goes to the first page unless they name one. */
  onSearch(change: SearchChange<RuleSearch>): void
  onDraft(draft: RuleDraft): void
}
