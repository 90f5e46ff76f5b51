import type { RuleDraft } from './rule-form.tsx'
import type { RuleSearch } from './rule-search.ts'

/** What the tabs are given: what is searched for, and how to search for something else. */
export type RuleListProps = {
  search: RuleSearch
  /** Takes these into the address, and goes to the first page unless they name one. */
  onSearch(change: Partial<Record<keyof RuleSearch, string | number | undefined>>): void
  onDraft(draft: RuleDraft): void
}

/** The paging of a table, when its page is there. */
export function pagingOf(
  found: { page: number; size: number; total: number } | undefined,
  { onSearch }: RuleListProps,
) {
  if (found === undefined) return {}
  const { page, size, total } = found
  return { paging: { page, size, total, onChange: (next: number) => onSearch({ page: next }) } }
}
