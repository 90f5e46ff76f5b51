import { Button, Group } from '@mantine/core'
import { FilterSelect, SearchInput } from '../../components/filters.tsx'
import { isNarrowed, type SearchChange } from '../../search.ts'
import { approvalChoices } from './approval-words.ts'
import type { ProductSearch } from './product-search.ts'
import type { Category } from './products-query.ts'

type ProductFiltersProps = {
  search: ProductSearch
  categories: readonly Category[]
  /** What changes; the list then begins at its first page. */
  onChange(change: SearchChange<ProductSearch>): void
  onClear(): void
}

const lackChoices = [
  { value: 'stock', label: 'Out of stock' },
  { value: 'price', label: 'Without a price' },
  { value: 'image', label: 'Without an image' },
]

const activeChoices = [
  { value: 'yes', label: 'Active' },
  { value: 'no', label: 'Not active' },
]

const width = { flex: '1 1 9rem', maw: '14rem' }

/** What the list of products is narrowed by. */
export function ProductFilters({ search, categories, onChange, onClear }: ProductFiltersProps) {
  return (
    <Group gap="sm" mb="md" align="center">
      <SearchInput
        label="Name, SKU or barcode"
        value={search.search ?? ''}
        onSearch={(text) => onChange({ search: text })}
        flex="1 1 14rem"
      />
      <FilterSelect
        label="Category"
        clear="Clear category"
        searchable
        data={categories.map(({ id, name }) => ({ value: id, label: name }))}
        value={search.category}
        {...width}
        onChange={(category) => onChange({ category })}
      />
      <FilterSelect
        label="Approval"
        clear="Clear approval"
        data={approvalChoices}
        value={search.approval}
        {...width}
        onChange={(approval) => onChange({ approval })}
      />
      <FilterSelect
        label="Active"
        clear="Clear active"
        data={activeChoices}
        value={search.active}
        {...width}
        onChange={(active) => onChange({ active })}
      />
      <FilterSelect
        label="Missing"
        clear="Clear missing"
        data={lackChoices}
        value={search.lacks}
        {...width}
        onChange={(lacks) => onChange({ lacks })}
      />
      {isNarrowed(search) && (
        <Button variant="subtle" size="sm" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </Group>
  )
}
