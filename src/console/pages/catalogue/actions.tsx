import { Button, Group, Menu, Select, Stack } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { ChosenMenu, type Chosen, type Which } from '../../components/list-selection.tsx'
import { useCommand, useConfirm } from '../../components/commands.tsx'
import { Dialog } from '../../components/form.tsx'
import { counted } from '../../components/values.tsx'
import { hashOf } from '../../printing/print-page.tsx'
import type { CategoryChoice, ListedProduct } from './data.ts'

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
  chosen: Chosen<ListedProduct>
  categories: readonly CategoryChoice[]
}

/** The actions for selected products. */
export function ChosenProducts({ chosen, categories }: ChosenProductsProps) {
  const { which, count, clear } = chosen
  const [isMoving, setMoving] = useState(false)
  const { mutate, isPending } = useCommand({
    async run(change: Change) {
      const answer = await ask(api.products.change.post({ which, change }))
      clear()
      return answer
    },
    done: ({ changed }) =>
      changed === 0 ? 'Nothing had to be changed.' : `${counted(changed, 'product')} changed.`,
    refused: 'Nothing was changed',
  })
  const askToDelete = useDeleteProducts(clear)
  const what = counted(count, 'product')
  return (
    <>
      <ChosenMenu label="Change" isPending={isPending}>
        {changes.map((group) => [
          ...group.map(({ label, change }) => (
            <Menu.Item key={label} onClick={() => mutate(change)}>
              {label}
            </Menu.Item>
          )),
          <Menu.Divider key={group[0]?.label} />,
        ])}
        <Menu.Item onClick={() => setMoving(true)}>Move to a category…</Menu.Item>
      </ChosenMenu>
      <LabelsButton which={which} />
      <Button
        variant="default"
        size="xs"
        c="var(--mantine-color-error)"
        onClick={() => askToDelete(which, what)}
      >
        Delete…
      </Button>
      <Dialog
        of={isMoving || null}
        title={`Move ${what} to a category`}
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
    </>
  )
}

/** A link to the price labels of some products. */
export function LabelsButton({ which, size = 'xs' }: { which: Which; size?: 'xs' | 'sm' }) {
  return (
    <Button
      variant="default"
      size={size}
      leftSection={<IconBarcode size={size === 'xs' ? 14 : 16} aria-hidden />}
      renderRoot={(props) => <Link {...props} to="/catalogue/labels" hash={hashOf(which)} />}
    >
      Labels
    </Button>
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

/** Asks, then deletes. `what`: “3 products”, or the name of one product. */
export function useDeleteProducts(onDone?: () => void | Promise<void>) {
  const confirm = useConfirm()
  return (which: Which, what: string) => {
    const isOne = 'ids' in which && which.ids.length === 1
    confirm({
      title: `Delete ${what}?`,
      children: `${isOne ? 'Its' : 'Their'} variants and images are deleted for good. Orders keep what was sold. To take something out of the shop and keep it here, deactivate it instead.`,
      action: isOne ? 'Delete the product' : `Delete ${what}`,
      done: `${what} deleted.`,
      async run() {
        await ask(api.products.delete.post({ which }))
        await onDone?.()
      },
    })
  }
}
