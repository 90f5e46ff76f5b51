import { Button, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { api, ask } from '../../client.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { FormRefusal } from '../../parts/use-sent-form.tsx'
import { messageOf } from '../../refusal.ts'
import {
  allDocuments,
  readQuery,
  type ReadDocument,
  type ShownDocument,
} from './documents-query.ts'
import { DraftHead } from './draft-head.tsx'
import { DraftLines } from './draft-lines.tsx'
import { draftOf, rawOf, type Draft } from './draft.ts'

type CorrectDocumentProps = { shown: ShownDocument; onClose: () => void }

/** Fields and lines to be typed in, beside the document. What was read first is kept. */
export function CorrectDocument(props: CorrectDocumentProps) {
  const read = useQuery(readQuery(props.shown.id))
  if (read.isError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (read.data === undefined) return <Loader aria-label="Loading" />
  return <DraftForm {...props} read={read.data} />
}

function DraftForm({ shown, onClose, read }: CorrectDocumentProps & { read: ReadDocument }) {
  const [draft, setDraft] = useState(() => draftOf(read.raw, shown.category))
  const [first] = useState(draft)
  const [problem, setProblem] = useState<string | null>(null)
  const save = useSave(shown)
  const leave = useUnsaved(draft !== first, onClose)
  const submit = () => {
    const made = rawOf(draft)
    setProblem('problem' in made ? made.problem : null)
    if ('raw' in made) save.mutate(made.raw, { onSuccess: leave })
  }
  const refusal = problem ?? (save.isError ? messageOf(save.error) : null)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="md">
        <div>
          <Title order={2} size="h4">
            {read.raw === null ? 'Type it in' : 'Correct what was read'}
          </Title>
          <Text size="sm" c="dimmed">
            Write names and values as the document has them: your rules apply to them as to
            everything that is read.
            {read.scanned !== null && ' What was read first is kept.'}
          </Text>
        </div>
        <DraftHead head={draft.head} onChange={(head) => setDraft({ ...draft, head })} />
        <DraftLines draft={draft} onChange={(changed: Draft) => setDraft(changed)} />
        <FormRefusal>{refusal}</FormRefusal>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function useSave({ id, filename }: ShownDocument) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (raw: NonNullable<ReadDocument['raw']>) =>
      ask(api.documents({ id }).correct.post({ raw })),
    async onSuccess() {
      notifications.show({ message: `${filename} is corrected, and is delivered so.` })
      await client.invalidateQueries({ queryKey: allDocuments })
    },
  })
}

/** What was typed is not lost by a wrong press. Returns how to leave once it is saved. */
function useUnsaved(isDirty: boolean, onLeave: () => void): () => void {
  // Known at once: the page is left before it is drawn anew.
  const isSaved = useRef(false)
  useBlocker({
    shouldBlockFn: () =>
      isDirty && !isSaved.current && !window.confirm('Leave without saving what you typed?'),
    enableBeforeUnload: () => isDirty && !isSaved.current,
  })
  return () => {
    isSaved.current = true
    onLeave()
  }
}
