import { Button, Group, Select, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { showRefusal } from '../../components/commands.tsx'
import type { Target } from './photos.ts'

/** How long nobody types before products are looked for, in milliseconds. */
const pauseMs = 200

/** Products that a search offers. */
const offeredMax = 20

function foundQuery(search: string) {
  return queryOptions({
    queryKey: ['products', 'for photos', search],
    queryFn: () => ask(api.products.get({ query: { search, size: offeredMax, sort: 'name' } })),
    placeholderData: (before) => before,
  })
}

/** The product with all of its images. */
async function targetOf(id: string): Promise<Target> {
  const { fields, images } = await ask(api.products({ id }).get())
  return { id, name: fields.name, sku: fields.sku === '' ? null : fields.sku, images }
}

type ChooseProductProps = { onChoose(target: Target): void; onCancel(): void }

/** One of all products, by a part of its name, its SKU or its barcode. */
export function ChooseProduct({ onChoose, onCancel }: ChooseProductProps) {
  const [text, setText] = useState('')
  const [id, setId] = useState<string | null>(null)
  const [search] = useDebouncedValue(text, pauseMs)
  const found = useQuery(foundQuery(search)).data?.items ?? []
  const choosing = useMutation({
    mutationFn: targetOf,
    onSuccess: onChoose,
    onError: (error) => showRefusal(error),
  })
  return (
    <Stack>
      <Select
        label="Product"
        placeholder="Name, SKU or barcode"
        data={found.map(({ id: value, name, sku }) => ({
          value,
          label: sku === null ? name : `${name} (${sku})`,
        }))}
        // The server has looked for it.
        filter={({ options }) => options}
        searchable
        value={id}
        onChange={setId}
        onSearchChange={setText}
        nothingFoundMessage="No product has this name, SKU or barcode."
        data-autofocus
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          onClick={() => id !== null && choosing.mutate(id)}
          loading={choosing.isPending}
          disabled={id === null}
        >
          Put it there
        </Button>
      </Group>
    </Stack>
  )
}
