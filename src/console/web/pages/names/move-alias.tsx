import { Modal } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { api, ask } from '../../client.ts'
import { DialogForm, useSentForm } from '../../components/form.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { EntrySelect, type Chosen } from './entry-select.tsx'
import type { Alias, Entry, NameKind } from './names-query.ts'
import { words } from './words.ts'

type Moved = { entry: Entry; alias: Alias }

type MoveAliasProps = { kind: NameKind; moved: Moved | null; onClose: () => void }

export function MoveAlias({ kind, moved, onClose }: MoveAliasProps) {
  return (
    <Modal
      opened={moved !== null}
      onClose={onClose}
      title={moved === null ? '' : `Move the alias “${moved.alias.alias}”`}
    >
      {moved !== null && <MoveForm kind={kind} moved={moved} onClose={onClose} />}
    </Modal>
  )
}

function MoveForm({ kind, moved, onClose }: MoveAliasProps & { moved: Moved }) {
  const refresh = useRefresh()
  const { entry, alias } = moved
  const { one } = words[kind]
  const form = useForm<{ to: Chosen | null }>({
    initialValues: { to: null },
    validate: { to: (to) => (to === null ? `Choose the ${one} that it belongs to.` : null) },
  })
  const sent = useSentForm({
    form,
    onClose,
    send: ({ to }) => ask(api.aliases({ id: alias.id }).move.post({ to: to?.id ?? '' })),
    async onDone(_, { to }) {
      notifications.show({ message: `“${alias.alias}” is an alias of “${to?.name}” now.` })
      await refresh()
    },
  })
  return (
    <DialogForm sent={sent} action="Move the alias" onCancel={onClose}>
      <EntrySelect
        label={`The ${one} that it belongs to`}
        description={`It belongs to “${entry.name}” now. Waiting documents are handed over with the new name at once.`}
        kind={kind}
        exceptId={entry.id}
        data-autofocus
        {...form.getInputProps('to')}
      />
    </DialogForm>
  )
}
