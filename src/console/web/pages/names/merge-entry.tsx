import { Alert, Modal, Radio, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { DialogForm, useSentForm } from '../../components/form.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { EntrySelect, type Chosen } from './entry-select.tsx'
import { productsOf } from './name-columns.tsx'
import { entryQuery, type Entry, type NameKind } from './names-query.ts'
import { words } from './words.ts'

type MergeEntryProps = {
  kind: NameKind
  merged: Entry | null
  /** The one to merge it with, when that is known already. */
  other: Chosen | null
  onClose: () => void
}

/** Makes one entry of two. */
export function MergeEntry({ kind, merged, other, onClose }: MergeEntryProps) {
  return (
    <Modal
      opened={merged !== null}
      onClose={onClose}
      title={merged === null ? '' : `Merge “${merged.name}” with another ${words[kind].one}`}
      size="lg"
    >
      {merged !== null && <MergeForm kind={kind} merged={merged} other={other} onClose={onClose} />}
    </Modal>
  )
}

/** `stays` is the id of the entry whose name stays. */
type Values = { into: Chosen | null; stays: string }

function MergeForm({ kind, merged, other, onClose }: MergeEntryProps & { merged: Entry }) {
  const refresh = useRefresh()
  const form = useForm<Values>({
    initialValues: { into: other, stays: other?.id ?? '' },
    validate: {
      into: (into) => (into === null ? `Choose the ${words[kind].one} that is the same.` : null),
    },
  })
  const { into, stays } = form.values
  const pair = into === null ? null : pairOf(merged, into, stays)
  const sent = useSentForm<Values, { from: Chosen; into: Chosen }>({
    form,
    onClose,
    async send(values) {
      if (values.into === null) throw new Error('The form lets no merge without a second through.')
      const two = pairOf(merged, values.into, values.stays)
      await ask(api.names({ id: two.from.id }).merge.post({ into: two.into.id }))
      return two
    },
    async onDone(two) {
      notifications.show({ message: `“${two.from.name}” is part of “${two.into.name}” now.` })
      await refresh()
    },
  })
  return (
    <DialogForm sent={sent} action="Merge the two" onCancel={onClose}>
      <EntrySelect
        label={`The ${words[kind].one} that is the same`}
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

/** What will be lost, and what will not. */
function WhatBecomes({ kind, from, into }: { kind: NameKind; from: Chosen; into: Chosen }) {
  const { data } = useQuery(entryQuery(from.id))
  const aliases = data?.aliasCount ?? 0
  const products = data?.products ?? 0
  return (
    <Alert color="yellow" title={`“${from.name}” becomes an alias of “${into.name}”`}>
      {aliases > 0 && `Its ${aliases === 1 ? 'alias goes' : `${aliases} aliases go`} there too. `}
      Documents that say either are handed over with “{into.name}”.
      {products > 0 && ` ${productsOf(products)} of the catalogue change to “${into.name}”.`}
      {kind === 'vendor' && ` A program that knows “${from.name}” by its id finds it no more.`} This
      cannot be undone.
    </Alert>
  )
}
