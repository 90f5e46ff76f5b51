import { Alert, Button, Group, Modal, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { DialogForm, FormRefusal, useSentForm } from '../../components/form.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { messageOf } from '../../refusal.ts'
import { addAliases, nameLengthMax, words, type Conflict, type NameKind } from './data.ts'
import { TakenAlias, useTakenAlias, type Chosen } from './fields.tsx'

type AddEntryProps = {
  kind: NameKind
  isOpen: boolean
  onClose: () => void
  /** Shows an entry in the list instead. */
  onOpen: (entry: Chosen) => void
  /** What the fields hold at first. */
  first?: Values
}

type Values = { name: string; aliases: string[] }

export function AddEntry({
  kind,
  isOpen,
  onClose,
  onOpen,
  first = { name: '', aliases: [] },
}: AddEntryProps) {
  const [left, setLeft] = useState<{ id: string; name: string; conflicts: Conflict[] } | null>(null)
  const close = () => {
    setLeft(null)
    onClose()
  }
  return (
    <Modal opened={isOpen} onClose={close} title={`New ${words[kind].one}`}>
      {left === null ? (
        <AddForm
          kind={kind}
          first={first}
          onCancel={close}
          onOpen={(holder) => {
            close()
            onOpen(holder)
          }}
          onAdded={(added) => (added.conflicts.length === 0 ? close() : setLeft(added))}
        />
      ) : (
        <Conflicts kind={kind} to={left} conflicts={left.conflicts} onClose={close} />
      )}
    </Modal>
  )
}

type AddFormProps = {
  kind: NameKind
  first: Values
  onCancel: () => void
  onOpen: (holder: Chosen) => void
  onAdded: (added: { id: string; name: string; conflicts: Conflict[] }) => void
}

function AddForm({ kind, first, onCancel, onOpen, onAdded }: AddFormProps) {
  const refresh = useRefresh()
  const { takenBy, require } = useTakenAlias(kind)
  const { one, example } = words[kind]
  const form = useForm<Values>({
    initialValues: first,
    validate: { name: (text) => (text.trim() === '' ? 'Type the name.' : null) },
  })
  const sent = useSentForm({
    form,
    async send(values) {
      await require(values.name)
      return await ask(api.names.post({ kind, ...values }))
    },
    async onDone(added, { name }) {
      notifications.show({ message: entryWords(name.trim(), one, added) })
      onAdded({ ...added, name: name.trim() })
      await refresh()
    },
  })
  const holder = takenBy(form.values.name)
  return (
    <DialogForm
      sent={sent}
      action={holder === null ? `Add the ${one}` : `Make a new ${one} all the same`}
      onCancel={onCancel}
    >
      <TextInput
        label="Name"
        description={`As your books have it, such as “${example}”.`}
        data-autofocus
        autoFocus
        maxLength={nameLengthMax}
        {...form.getInputProps('name')}
      />
      <TakenAlias kind={kind} holder={holder} onOpen={onOpen} />
      <AliasesInput {...form.getInputProps('aliases')} />
    </DialogForm>
  )
}

function entryWords(
  name: string,
  one: string,
  { created, aliasesAdded }: { created: boolean; aliasesAdded: number },
): string {
  if (created) return `“${name}” is a ${one} now.`
  if (aliasesAdded === 0) return `“${name}” was in the list already.`
  return `“${name}” was in the list already, and has the new aliases now.`
}

type AliasesInputProps = {
  label?: string
  value?: string[]
  onChange?: (aliases: string[]) => void
  error?: string
  'data-autofocus'?: boolean
}

/** Several aliases: Enter ends each. A comma does not, as names have commas. */
function AliasesInput({ label = 'Aliases (optional)', ...field }: AliasesInputProps) {
  return (
    <TagsInput
      label={label}
      description="Other spellings on documents. Press Enter after each."
      splitChars={[]}
      maxLength={nameLengthMax}
      {...field}
    />
  )
}

type AddAliasesProps = { kind: NameKind; to: Chosen | null; onClose: () => void }

export function AddAliases({ kind, to, onClose }: AddAliasesProps) {
  const [conflicts, setConflicts] = useState<Conflict[]>([])
  const close = () => {
    setConflicts([])
    onClose()
  }
  return (
    <Modal
      opened={to !== null}
      onClose={close}
      title={to === null ? '' : `Add aliases to “${to.name}”`}
    >
      {to !== null &&
        (conflicts.length === 0 ? (
          <AliasesForm
            to={to}
            onCancel={close}
            onAdded={(found) => (found.length === 0 ? close() : setConflicts(found))}
          />
        ) : (
          <Conflicts kind={kind} to={to} conflicts={conflicts} onClose={close} />
        ))}
    </Modal>
  )
}

type AliasesFormProps = {
  to: Chosen
  onCancel: () => void
  onAdded: (conflicts: Conflict[]) => void
}

function AliasesForm({ to, onCancel, onAdded }: AliasesFormProps) {
  const refresh = useRefresh()
  const form = useForm<{ aliases: string[] }>({
    initialValues: { aliases: [] },
    validate: { aliases: (list) => (list.length === 0 ? 'Type at least one alias.' : null) },
  })
  const sent = useSentForm({
    form,
    send: ({ aliases }) => addAliases(to.id, aliases),
    async onDone({ added, conflicts }) {
      if (conflicts.length === 0) notifications.show({ message: addedWords(added, to.name) })
      onAdded(conflicts)
      await refresh()
    },
  })
  return (
    <DialogForm sent={sent} action="Add the aliases" onCancel={onCancel}>
      <AliasesInput label="Aliases" data-autofocus {...form.getInputProps('aliases')} />
    </DialogForm>
  )
}

function addedWords(added: number, name: string): string {
  if (added === 0) return `“${name}” had them already.`
  return added === 1 ? `“${name}” has a new alias.` : `“${name}” has ${added} new aliases.`
}

type ConflictsProps = {
  kind: NameKind
  to: Chosen
  conflicts: readonly Conflict[]
  onClose: () => void
}

/** Aliases that were not added because another entry holds them: which, and what can be done. */
function Conflicts({ kind, to, conflicts, onClose }: ConflictsProps) {
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
