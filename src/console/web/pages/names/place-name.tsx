import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { FormRefusal, useSentForm } from '../../parts/use-sent-form.tsx'
import { EntrySelect, type Chosen } from './entry-select.tsx'
import { addAliases, useFreshNames, type NameKind } from './names-query.ts'
import { words } from './words.ts'

type PlaceNameProps = { kind: NameKind; name: string; onClose: () => void }

/** Makes a name that was read an alias of an entry. */
export function PlaceName({ kind, name, onClose }: PlaceNameProps) {
  const refresh = useFreshNames()
  const { one } = words[kind]
  const form = useForm<{ to: Chosen | null }>({
    initialValues: { to: null },
    validate: { to: (to) => (to === null ? `Choose the ${one} that is meant.` : null) },
  })
  const { submit, isSending, refusal } = useSentForm({
    form,
    send: ({ to }) => addAliases(to?.id ?? '', [name]),
    async onDone(_, { to }) {
      notifications.show({ message: `“${name}” is an alias of “${to?.name}” now.` })
      onClose()
      await refresh()
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormRefusal>{refusal}</FormRefusal>
        <EntrySelect
          label={`Of which ${one}`}
          description="Type some letters of its name or of an alias."
          kind={kind}
          data-autofocus
          {...form.getInputProps('to')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSending}>
            Add the alias
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
