import { Group, MultiSelect, Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { canPrice, scopeWords, targetsQuery, type Target } from './data.ts'
import type { OfferValues } from './form.tsx'

/** The pause in typing before the search, in milliseconds. */
const pauseMs = 200

const announcedOnly = 'announced'

type ScopeFieldsProps = {
  form: UseFormReturnType<OfferValues>
  /** The targets that the offer has already, with their titles. */
  known: readonly Target[]
}

/** What an offer makes cheaper: nothing, everything, categories or products. */
export function ScopeFields({ form, known }: ScopeFieldsProps) {
  const { applies_to: scope, rule_kind: kind } = form.values
  const choose = (chosen: string | null) => {
    const scopes = ['everything', 'categories', 'products'] as const
    form.setFieldValue('applies_to', scopes.find((one) => one === chosen) ?? null)
    form.setFieldValue('targets', [])
  }
  const isPricing = canPrice(kind)
  return (
    <Group grow align="flex-start" preventGrowOverflow={false}>
      <Select
        label="Makes cheaper"
        description={
          isPricing
            ? 'The web shop and new orders count with it.'
            : 'Only a percentage or an amount makes prices.'
        }
        data={[
          { value: announcedOnly, label: 'Nothing, it is only announced' },
          ...Object.entries(scopeWords).map(([value, label]) => ({ value, label })),
        ]}
        allowDeselect={false}
        disabled={!isPricing}
        value={isPricing ? (scope ?? announcedOnly) : announcedOnly}
        onChange={choose}
      />
      {isPricing && scope === 'categories' && <CategoriesField form={form} />}
      {isPricing && scope === 'products' && <ProductsField form={form} known={known} />}
    </Group>
  )
}

function CategoriesField({ form }: Pick<ScopeFieldsProps, 'form'>) {
  const found = useQuery(targetsQuery(''))
  return (
    <MultiSelect
      label="Which categories"
      description="All products in them."
      data={(found.data?.categories ?? []).map(choiceOf)}
      searchable
      {...form.getInputProps('targets')}
    />
  )
}

function ProductsField({ form, known }: ScopeFieldsProps) {
  const [search, setSearch] = useState('')
  const [paused] = useDebouncedValue(search.trim(), pauseMs)
  const found = useQuery(targetsQuery(paused))
  // A chosen product keeps its title while the user searches for another.
  const [seen, setSeen] = useState<readonly Target[]>(known)
  const offered = new Map([...seen, ...(found.data?.products ?? [])].map((one) => [one.name, one]))
  const { onChange, ...input } = form.getInputProps('targets')
  return (
    <MultiSelect
      label="Which products"
      description="By name or SKU; with all their variants."
      data={[...offered.values()].map(choiceOf)}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage="No product is called that."
      {...input}
      onChange={(chosen: string[]) => {
        setSeen([...offered.values()].filter(({ name }) => chosen.includes(name)))
        onChange(chosen)
      }}
    />
  )
}

function choiceOf({ name, title }: Target) {
  return { value: name, label: title }
}
