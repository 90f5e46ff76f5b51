import { FilterSelect, SearchInput } from '../../components/filters.tsx'
import type { SearchChange } from '../../search.ts'
import { categoryChoices, type RuleSearch } from './data.ts'
import type { RuleDraft } from './values.ts'

/** Searches a list of rules while one types. */
export function RuleSearchInput({ label, search, onSearch }: RuleListProps & { label: string }) {
  return (
    <SearchInput
      label={label}
      w={{ base: '100%', xs: 300 }}
      value={search.search ?? ''}
      onSearch={(typed) => onSearch({ search: typed })}
    />
  )
}

type DocumentsFilterProps = RuleListProps & {
  /** What it chooses when nothing is chosen. */
  all: string
  choices?: { value: string; label: string }[]
}

/** Narrows a list to one kind of document. */
export function DocumentsFilter({
  all,
  choices = categoryChoices,
  search: { category },
  onSearch,
}: DocumentsFilterProps) {
  return (
    <FilterSelect
      label={all}
      data={choices}
      value={category}
      clear={`${all} again`}
      w={{ base: 'calc(50% - 6px)', xs: 210 }}
      onChange={(chosen) => onSearch({ category: chosen })}
    />
  )
}

/** What the tabs are given: what is searched for, and how to search for something else. */
export type RuleListProps = {
  search: RuleSearch
  /** Takes these into the address, and goes to the first page unless they name one. */
  onSearch(change: SearchChange<RuleSearch>): void
  onDraft(draft: RuleDraft): void
}
