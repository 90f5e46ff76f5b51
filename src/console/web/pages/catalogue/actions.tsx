import { Button, Group, Menu, Paper, Select, Stack, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { useCommand, useConfirm } from '../../components/commands.tsx'
import { Dialog } from '../../components/form.tsx'
import { counted, formatCount } from '../../components/values.tsx'
import type { CategoryChoice } from './data.ts'

type Change = { is_active?: boolean; approval_status?: string; category_id?: string }

const changes: readonly { label: string; change: Change }[][] = [
  [
    { label: 'Activate', change: { is_active: true } },
    { label: 'Deactivate', change: { is_active: false } },
  ],
  [
    { label: 'Approve', change: { approval_status: 'approved' } },
    { label: 'Reject', change: { approval_status: 'rejected' } },
  ],
]

type ChosenProductsProps = {
  ids: ReadonlySet<string>
  categories: readonly CategoryChoice[]
  onClear: () => void
  onDelete: () => void
}

/** Above the list while products are chosen: what can be done with all of them. */
export function ChosenProducts({ ids, categories, onClear, onDelete }: ChosenProductsProps) {
  const [isMoving, setMoving] = useState(false)
  const { mutate, isPending } = useCommand({
    async run(change: Change) {
      const answer = await ask(api.products.change.post({ ids: [...ids], change }))
      onClear()
      return answer
    },
    done: ({ changed }) =>
      changed === 0 ? 'Nothing had to be changed.' : `${counted(changed, 'product')} changed.`,
    refused: 'Nothing was changed',
  })
  return (
    <Paper withBorder p="xs" mb="md" role="region" aria-label="Chosen products">
      <Group gap="sm">
        <Text size="sm" fw={600} px="xs" aria-live="polite">
          {formatCount(ids.size)} chosen
        </Text>
        <Menu position="bottom-start" width={220}>
          <Menu.Target>
            <Button
              variant="default"
              size="xs"
              loading={isPending}
              rightSection={<IconChevronDown size={14} aria-hidden />}
            >
              Change
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {changes.map((group) => [
              ...group.map(({ label, change }) => (
                <Menu.Item key={label} onClick={() => mutate(change)}>
                  {label}
                </Menu.Item>
              )),
              <Menu.Divider key={group[0]?.label} />,
            ])}
            <Menu.Item onClick={() => setMoving(true)}>Move to a category…</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Button variant="default" size="xs" c="var(--mantine-color-error)" onClick={onDelete}>
          Delete…
        </Button>
        <Button variant="subtle" size="xs" onClick={onClear}>
          Choose none
        </Button>
      </Group>
      <Dialog
        of={isMoving || null}
        title={`Move ${counted(ids.size, 'product')} to a category`}
        onClose={() => setMoving(false)}
      >
        {() => (
          <CategoryForm
            categories={categories}
            onChoose={(category) => {
              setMoving(false)
              mutate({ category_id: category })
            }}
            onCancel={() => setMoving(false)}
          />
        )}
      </Dialog>
    </Paper>
  )
}

type CategoryFormProps = {
  categories: readonly CategoryChoice[]
  onChoose(id: string): void
  onCancel(): void
}

function CategoryForm({ categories, onChoose, onCancel }: CategoryFormProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <Stack>
      <Select
        label="Category"
        data={categories}
        value={chosen}
        onChange={setChosen}
        searchable
        data-autofocus
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button onClick={() => chosen !== null && onChoose(chosen)} disabled={chosen === null}>
          Move
        </Button>
      </Group>
    </Stack>
  )
}

/** Asks, then deletes. `name` is that of a single product. */
export function useDeleteProducts(onDone: () => void | Promise<void>) {
  const confirm = useConfirm()
  return (ids: readonly string[], name?: string) => {
    const what = name === undefined ? counted(ids.length, 'product') : `“${name}”`
    confirm({
      title: `Delete ${what}?`,
      children: `${ids.length === 1 ? 'Its' : 'Their'} variants and images are deleted for good. Orders keep what was sold. To take something out of the shop and keep it here, deactivate it instead.`,
      action: ids.length === 1 ? 'Delete the product' : `Delete ${what}`,
      done: `${what} deleted.`,
      async run() {
        await ask(api.products.delete.post({ ids: [...ids] }))
        await onDone()
      },
    })
  }
}
