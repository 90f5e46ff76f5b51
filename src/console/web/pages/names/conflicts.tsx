import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { FormRefusal } from '../../components/form.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { messageOf } from '../../refusal.ts'
import type { Chosen } from './entry-select.tsx'
import type { Conflict, NameKind } from './names-query.ts'
import { words } from './words.ts'

type ConflictsProps = {
  kind: NameKind
  to: Chosen
  conflicts: readonly Conflict[]
  onClose: () => void
}

/** Aliases that were not added because another entry holds them: which, and what can be done. */
export function Conflicts({ kind, to, conflicts, onClose }: ConflictsProps) {
  const { one } = words[kind]
  return (
    <Stack>
      <Alert
        color="yellow"
        icon={<IconAlertTriangle aria-hidden />}
        title={
          conflicts.length === 1
            ? 'One alias was not added'
            : `${conflicts.length} aliases were not added`
        }
      >
        A spelling can belong to one {one} only, or Daybook could not tell which one is meant.
      </Alert>
      {conflicts.map((conflict) => (
        <OneConflict key={conflict.alias} kind={kind} to={to} conflict={conflict} />
      ))}
      <Group justify="flex-end">
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </Group>
    </Stack>
  )
}

function OneConflict({ kind, to, conflict }: { kind: NameKind; to: Chosen; conflict: Conflict }) {
  const refresh = useRefresh()
  const { alias, holder, aliasId } = conflict
  const move = useMutation({
    mutationFn: (id: string) => ask(api.aliases({ id }).move.post({ to: to.id })),
    onSuccess: refresh,
  })
  if (move.isSuccess) {
    return (
      <Text size="sm" role="status">
        “{alias}” is an alias of “{to.name}” now.
      </Text>
    )
  }
  return (
    <Stack gap={6}>
      <FormRefusal>{move.isError ? messageOf(move.error) : null}</FormRefusal>
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 14rem">
          {aliasId === null
            ? `“${alias}” is the name of another ${words[kind].one}, “${holder.name}”. If the two are the same, merge them in the list.`
            : `“${alias}” is an alias of “${holder.name}”.`}
        </Text>
        {aliasId !== null && (
          <Button
            size="xs"
            variant="default"
            loading={move.isPending}
            onClick={() => move.mutate(aliasId)}
          >
            Move it here
          </Button>
        )}
      </Group>
    </Stack>
  )
}
