import { Button, Group, Select } from '@mantine/core'
import { SearchInput } from '../../parts/search-input.tsx'
import { approvalChoices } from './approval-words.ts'
import type { ProductChange, ProductSearch } from './product-search.ts'
import type { Category } from './products-query.ts'

type ProductFiltersProps = {
  search: ProductSearch
  categories: readonly Category[]
  /** What changes; the list then begins at its first page. */
  onChange(change: ProductChange): void
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
      <Choice
        label="Category"
        searchable
        data={categories.map(({ id, name }) => ({ value: id, label: name }))}
        value={search.category}
        onChoose={(category) => onChange({ category })}
      />
      <Choice
        label="Approval"
        data={approvalChoices}
        value={search.approval}
        onChoose={(approval) => onChange({ approval })}
      />
      <Choice
        label="Active"
        data={activeChoices}
        value={search.active}
        onChoose={(active) => onChange({ active })}
      />
      <Choice
        label="Missing"
        data={lackChoices}
        value={search.lacks}
        onChoose={(lacks) => onChange({ lacks })}
      />
      {isNarrowed(search) && (
        <Button variant="subtle" size="sm" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </Group>
  )
}

export function isNarrowed({ search, category, approval, active, lacks }: ProductSearch) {
  return [search, category, approval, active, lacks].some((value) => value !== undefined)
}

type ChoiceProps = {
  label: string
  data: readonly { value: string; label: string }[]
  value: string | undefined
  searchable?: boolean
  onChoose(value: string | null): void
}

function Choice({ label, data, value, searchable = false, onChoose }: ChoiceProps) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={[...data]}
      value={value ?? null}
      onChange={onChoose}
      searchable={searchable}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      flex="1 1 9rem"
      maw="14rem"
    />
  )
}
