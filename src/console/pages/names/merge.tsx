import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { DialogForm, FormRefusal, useSentForm } from '../../components/form.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { messageOf } from '../../refusal.ts'
import { entryQuery, productsOf, words, type Chosen, type Conflict, type NameKind } from './data.ts'
import { EntrySelect } from './fields.tsx'

/** `stays` is the id of the entry whose name remains. */
type MergeValues = { into: Chosen | null; stays: string }

type MergeFormProps = {
  kind: NameKind
  merged: Chosen
  /** The other entry, if already known. */
  other: Chosen | null
  onClose(): void
}

/** Merges two entries. */
export function MergeForm({ kind, merged, other, onClose }: MergeFormProps) {
  const { one } = words[kind]
  const form = useForm<MergeValues>({
    initialValues: { into: other, stays: other?.id ?? '' },
    validate: { into: isNotEmpty(`Choose the ${one} that is the same.`) },
  })
  const { into, stays } = form.values
  const pair = into === null ? null : pairOf(merged, into, stays)
  const sent = useSentForm<MergeValues, { from: Chosen; into: Chosen }>({
    form,
    onClose,
    async send(values) {
      if (values.into === null) throw new Error('The form lets no merge without a second through.')
      const two = pairOf(merged, values.into, values.stays)
      await ask(api.names({ id: two.from.id }).merge.post({ into: two.into.id }))
      return two
    },
    done: (two) => `“${two.from.name}” is part of “${two.into.name}” now.`,
  })
  return (
    <DialogForm sent={sent} action="Merge the two" onCancel={onClose}>
      <EntrySelect
        label={`The ${one} that is the same`}
        description="Type some letters of its name or of an alias."
        kind={kind}
        exceptId={merged.id}
        data-autofocus
        error={form.errors['into']}
        value={into}
        onChange={(chosen) => form.setValues({ into: chosen, stays: chosen?.id ?? '' })}
      />
      {into !== null && (
        <Radio.Group label="The name that stays" {...form.getInputProps('stays')}>
          <Stack gap="xs" mt={6}>
            {[into, merged].map(({ id, name }) => (
              <Radio key={id} value={id} label={name} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {pair !== null && <WhatBecomes kind={kind} {...pair} />}
    </DialogForm>
  )
}

function pairOf(merged: Chosen, other: Chosen, stays: string): { from: Chosen; into: Chosen } {
  return stays === merged.id ? { from: other, into: merged } : { from: merged, into: other }
}

/** The consequences: what will be lost, and what will not. */
function WhatBecomes({ kind, from, into }: { kind: NameKind; from: Chosen; into: Chosen }) {
  const { data } = useQuery(entryQuery(from.id))
  const aliases = data?.aliasCount ?? 0
  const products = data?.products ?? 0
  return (
    <Alert color="yellow" title={`“${from.name}” becomes an alias of “${into.name}”`}>
      {aliases > 0 && `Its ${aliases === 1 ? 'alias goes' : `${aliases} aliases go`} there too. `}
      Documents that say either are delivered with “{into.name}”.
      {products > 0 && ` ${productsOf(products)} of the catalogue change to “${into.name}”.`}
      {kind === 'vendor' && ` A program that knows “${from.name}” by its id finds it no more.`} This
      cannot be undone.
    </Alert>
  )
}

type ConflictsProps = {
  kind: NameKind
  to: Chosen
  conflicts: readonly Conflict[]
  onClose: () => void
}

/** Aliases that were not added because another entry has them, and the possible actions. */
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
