import { Modal } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { DialogForm, useSentForm } from '../../components/form.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { AliasesInput } from './add-entry.tsx'
import { Conflicts } from './conflicts.tsx'
import type { Chosen } from './entry-select.tsx'
import { addAliases, type Conflict, type NameKind } from './names-query.ts'

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
      if (conflicts.length === 0) notifications.show({ message: doneWith(added, to.name) })
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

function doneWith(added: number, name: string): string {
  if (added === 0) return `“${name}” had them already.`
  return added === 1 ? `“${name}” has a new alias.` : `“${name}” has ${added} new aliases.`
}
