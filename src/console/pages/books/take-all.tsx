import { Button, Group, Stack, Text } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import { useCommand } from '../../components/commands.tsx'
import { Dialog } from '../../components/form.tsx'
import { counted } from '../../components/values.tsx'
import { mapTo, type Cause, type Proposal } from './data.ts'

type Sure = { id: string; title: string; books: number | null; proposal: Proposal }

/** Reasons for which a proposal only needs a nod. */
const sureReasons = ['same GSTIN', 'same name']

/** One button that accepts all sure proposals, after showing them. */
export function TakeAll({ causes }: { causes: readonly Cause[] }) {
  const sure = causes.flatMap(sureOf)
  const [shown, setShown] = useState<readonly Sure[] | null>(null)
  if (sure.length < 2) return null
  return (
    <Group justify="flex-end" mb="sm">
      <Button
        size="xs"
        variant="light"
        leftSection={<IconChecks size={16} aria-hidden />}
        onClick={() => setShown(sure)}
      >
        Take {sure.length} with the same GSTIN or name…
      </Button>
      <Dialog
        of={shown}
        title={(all) => `Are these ${all.length} the same?`}
        size="lg"
        onClose={() => setShown(null)}
      >
        {(all) => <Listed all={all} onClose={() => setShown(null)} />}
      </Dialog>
    </Group>
  )
}

function Listed({ all, onClose }: { all: readonly Sure[]; onClose(): void }) {
  const take = useCommand({
    async run() {
      for (const { books, proposal } of all) {
        const { field, id: master, reason } = proposal
        await mapTo({ books, field, master, reason })
      }
    },
    done() {
      onClose()
      return `${counted(all.length, 'name')} known now. What waits for them goes in by itself.`
    },
  })
  return (
    <Stack gap="sm">
      {all.map(({ id, title, proposal: { name, reason } }) => (
        <Text key={id} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {title} is <strong>{name}</strong>{' '}
          <Text span size="xs" c="dimmed">
            {reason}
          </Text>
        </Text>
      ))}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={take.isPending} onClick={() => take.mutate()}>
          Yes, take all {all.length}
        </Button>
      </Group>
    </Stack>
  )
}

function sureOf({ id, books, missing, foundAs, proposals }: Cause): Sure[] {
  const [first, second] = proposals
  if (missing === null || foundAs !== null || first === undefined) return []
  const isSure = sureReasons.includes(first.reason) && second?.reason !== first.reason
  return isSure ? [{ id, title: missing.title, books, proposal: first }] : []
}
