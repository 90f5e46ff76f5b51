import { Button, Group, Menu, Paper, Select, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { counted, formatCount } from '../../components/values.tsx'
import { useCommand } from '../../components/commands.tsx'
import type { Category } from './products-query.ts'

type BulkActionsProps = {
  ids: ReadonlySet<string>
  categories: readonly Category[]
  onClear: () => void
  onDelete: () => void
}

type Change = { is_active?: boolean; approval_status?: string; category_id?: string }

/** Above the list while products are chosen: what can be done with all of them. */
export function BulkActions({ ids, categories, onClear, onDelete }: BulkActionsProps) {
  const change = useChange(ids, onClear)
  const chooseCategory = () =>
    modals.open({
      title: `Move ${counted(ids.size, 'product')} to a category`,
      children: <CategoryChoice categories={categories} onChoose={change.mutate} />,
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
              loading={change.isPending}
              rightSection={<IconChevronDown size={14} aria-hidden />}
            >
              Change
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => change.mutate({ is_active: true })}>Activate</Menu.Item>
            <Menu.Item onClick={() => change.mutate({ is_active: false })}>Deactivate</Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={() => change.mutate({ approval_status: 'approved' })}>
              Approve
            </Menu.Item>
            <Menu.Item onClick={() => change.mutate({ approval_status: 'rejected' })}>
              Reject
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={chooseCategory}>Move to a category…</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Button variant="default" size="xs" c="var(--mantine-color-error)" onClick={onDelete}>
          Delete…
        </Button>
        <Button variant="subtle" size="xs" onClick={onClear}>
          Choose none
        </Button>
      </Group>
    </Paper>
  )
}

function CategoryChoice({
  categories,
  onChoose,
}: {
  categories: readonly Category[]
  onChoose: (change: Change) => void
}) {
  const [chosen, setChosen] = useState<string | null>(null)
  const move = () => {
    if (chosen === null) return
    modals.closeAll()
    onChoose({ category_id: chosen })
  }
  return (
    <Stack>
      <Select
        label="Category"
        data={categories.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        onChange={setChosen}
        searchable
        data-autofocus
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={() => modals.closeAll()}>
          Cancel
        </Button>
        <Button onClick={move} disabled={chosen === null}>
          Move
        </Button>
      </Group>
    </Stack>
  )
}

function useChange(ids: ReadonlySet<string>, onDone: () => void) {
  return useCommand({
    async run(change: Change) {
      const answer = await ask(api.products.change.post({ ids: [...ids], change }))
      onDone()
      return answer
    },
    done: ({ changed }) =>
      changed === 0 ? 'Nothing had to be changed.' : `${counted(changed, 'product')} changed.`,
    refused: 'Nothing was changed',
  })
}
