import { Button, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, ask } from '../../client.ts'
import { FormRefusal } from '../../components/form.tsx'
import { LeaveQuestion, Overrun } from '../../components/unsaved.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { messageOf, Refusal } from '../../refusal.ts'
import { readQuery, type ReadDocument, type ShownDocument } from './documents-query.ts'
import { DraftHead } from './draft-head.tsx'
import { DraftLines } from './draft-lines.tsx'
import { draftOf, rawOf } from './draft.ts'
import { useDoubts } from './use-doubts.ts'

type CorrectDocumentProps = { shown: ShownDocument; onClose: () => void }

const lookAgain =
  'Some values do not look right: it says so under them. Save again if they are meant so.'

/** Fields and lines to be typed in, beside the document. What was read first is kept. */
export function CorrectDocument(props: CorrectDocumentProps) {
  const read = useQuery(readQuery(props.shown.id))
  return (
    <Loaded query={read} pending={<Loader aria-label="Loading" />}>
      {(data) => <DraftForm {...props} read={data} />}
    </Loaded>
  )
}

function DraftForm({ shown, onClose, read }: CorrectDocumentProps & { read: ReadDocument }) {
  const [draft, setDraft] = useState(() => draftOf(read.raw, shown.category))
  const [first] = useState(draft)
  const [startedFrom] = useState(read.version)
  const [problem, setProblem] = useState<string | null>(null)
  const { doubtOf, findUnseen } = useDoubts(draft, shown.category)
  const save = useSave(shown)
  // Known at once: the form is left before it is drawn anew.
  const isSaved = useRef(false)
  const leave = () => {
    isSaved.current = true
    onClose()
  }
  const submit = async (from: string) => {
    const made = rawOf(draft)
    setProblem('problem' in made ? made.problem : null)
    if ('problem' in made) return
    // When the server does not answer, saving says so.
    if (await findUnseen().catch(() => false)) return setProblem(lookAgain)
    save.mutate({ raw: made.raw, startedFrom: from }, { onSuccess: leave })
  }
  const isOverrun = save.error instanceof Refusal && save.error.field === 'startedFrom'
  const refusal = problem ?? (save.isError && !isOverrun ? messageOf(save.error) : null)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit(startedFrom)
      }}
    >
      <Stack gap="md">
        <DraftLead read={read} />
        <DraftHead
          head={draft.head}
          doubtOf={doubtOf}
          onChange={(head) => setDraft({ ...draft, head })}
        />
        <DraftLines draft={draft} doubtOf={doubtOf} onChange={setDraft} />
        <FormRefusal>{refusal}</FormRefusal>
        {isOverrun && <OverrunNote shown={shown} onReplace={(version) => void submit(version)} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
      <LeaveQuestion isDirty={() => draft !== first && !isSaved.current} />
    </form>
  )
}

function DraftLead({ read: { raw, scanned } }: { read: ReadDocument }) {
  return (
    <div>
      <Title order={2} size="h4">
        {raw === null ? 'Type it in' : 'Correct what was read'}
      </Title>
      <Text size="sm" c="dimmed">
        Write names and values as the document has them: your rules apply to them as to everything
        that is read.
        {scanned !== null && ' What was read first is kept.'}
      </Text>
    </div>
  )
}

type OverrunNoteProps = { shown: ShownDocument; onReplace: (version: string) => void }

function OverrunNote({ shown: { id, filename }, onReplace }: OverrunNoteProps) {
  const client = useQueryClient()
  return (
    <Overrun
      title="Somebody corrected it meanwhile"
      href={`/documents/${encodeURIComponent(id)}`}
      fetchNow={() => client.fetchQuery({ ...readQuery(id), staleTime: 0 })}
      onReplace={({ version }) => onReplace(version)}
    >
      What you typed is still here, and not saved. Look at what {filename} says now, then save yours
      in its place, or cancel and keep the other.
    </Overrun>
  )
}

function useSave({ id, filename }: ShownDocument) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (correction: { raw: NonNullable<ReadDocument['raw']>; startedFrom: string }) =>
      ask(api.documents({ id }).correct.post(correction)),
    async onSuccess() {
      notifications.show({ message: `${filename} is corrected, and is delivered so.` })
      await refresh()
    },
  })
}
