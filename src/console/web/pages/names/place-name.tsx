import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { DialogForm, useSentForm } from '../../components/form.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { EntrySelect, type Chosen } from './entry-select.tsx'
import { addAliases, type NameKind } from './names-query.ts'
import { words } from './words.ts'

type PlaceNameProps = { kind: NameKind; name: string; onClose: () => void }

/** Makes a name that was read an alias of an entry. */
export function PlaceName({ kind, name, onClose }: PlaceNameProps) {
  const refresh = useRefresh()
  const { one } = words[kind]
  const form = useForm<{ to: Chosen | null }>({
    initialValues: { to: null },
    validate: { to: (to) => (to === null ? `Choose the ${one} that is meant.` : null) },
  })
  const sent = useSentForm({
    form,
    onClose,
    send: ({ to }) => addAliases(to?.id ?? '', [name]),
    async onDone(_, { to }) {
      notifications.show({ message: `“${name}” is an alias of “${to?.name}” now.` })
      await refresh()
    },
  })
  return (
    <DialogForm sent={sent} action="Add the alias" onCancel={onClose}>
      <EntrySelect
        label={`Of which ${one}`}
        description="Type some letters of its name or of an alias."
        kind={kind}
        data-autofocus
        {...form.getInputProps('to')}
      />
    </DialogForm>
  )
}
