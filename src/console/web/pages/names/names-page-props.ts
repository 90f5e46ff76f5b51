import type { NameSearch } from './name-search.ts'
import type { NameKind } from './names-query.ts'

export type NamesPageProps = {
  kind: NameKind
  search: NameSearch
  onSearch: (next: NameSearch, replace?: boolean) => void
}
