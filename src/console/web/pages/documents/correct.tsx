import {
  ActionIcon,
  Button,
  Flex,
  Group,
  Loader,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { api, ask } from '../../client.ts'
import { IconButton } from '../../components/buttons.tsx'
import { FormRefusal } from '../../components/form.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { Loaded } from '../../components/loaded.tsx'
import { LeaveQuestion, Overrun } from '../../components/unsaved.tsx'
import { messageOf, Refusal } from '../../refusal.ts'
import type { DocumentCategory } from '../../words.ts'
import { CellInput, DraftLines } from './correct-lines.tsx'
import { readQuery, type ReadDocument, type ShownDocument } from './data.ts'
import {
  draftOf,
  isNested,
  keyOf,
  newField,
  rawOf,
  typedValues,
  type Draft,
  type TypedValue,
} from './draft.ts'

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

type Head = Draft['head']

type DraftHeadProps = { head: Head; doubtOf: DoubtOf; onChange: (head: Head) => void }

/** The head of a document: names and values. */
function DraftHead({ head, doubtOf, onChange }: DraftHeadProps) {
  const first = head.find((field) => !isNested(field))?.id
  const change = (id: string, changed: Partial<Head[number]>) =>
    onChange(head.map((field) => (field.id === id ? { ...field, ...changed } : field)))
  return (
    <Stack gap="xs" role="group" aria-label="Head of the document">
      {head.map((field, index) => {
        const name = field.label === '' ? `field ${index + 1}` : field.label
        return (
          <Flex
            key={field.id}
            gap="xs"
            align="flex-start"
            wrap={{ base: 'wrap', sm: 'nowrap' }}
            mb={{ base: 'xs', sm: 0 }}
          >
            <TextInput
              flex={{ base: '1 1 100%', sm: '1 1 38%' }}
              aria-label={`Name of ${name}`}
              placeholder="Name"
              value={field.label}
              onChange={({ currentTarget }) => change(field.id, { label: currentTarget.value })}
            />
            <CellInput
              flex={{ base: '1 1 60%', sm: '1 1 62%' }}
              aria-label={`Value of ${name}`}
              placeholder="Value"
              // The form was opened to type here.
              autoFocus={field.id === first}
              cell={field}
              doubt={(text) => doubtOf({ place: 'metadata', label: field.label.trim(), text })}
              onCell={({ text }) => change(field.id, { text })}
            />
            <ActionIcon
              mt={4}
              aria-label={`Take ${name} away`}
              onClick={() => onChange(head.filter(({ id }) => id !== field.id))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Flex>
        )
      })}
      <Group>
        <IconButton
          icon={IconPlus}
          size="xs"
          variant="default"
          onClick={() => onChange([...head, newField()])}
        >
          Add a field
        </IconButton>
      </Group>
    </Stack>
  )
}

/** How long nobody types before what was typed is looked at, in milliseconds. */
const pauseMs = 400

/** What to say of a value under its field; undefined when it looks right. */
export type DoubtOf = (value: TypedValue) => string | undefined

const sentences = {
  date: 'This does not look like a date.',
  gstin: 'This is not a valid GSTIN.',
  number: 'This does not look like a number.',
}

/**
 * Which of the typed values do not look like what their label stands for. `findUnseen` looks again before a draft is
 * sent: whether there are some that nobody could have seen yet.
 */
function useDoubts(draft: Draft, category: DocumentCategory) {
  const client = useQueryClient()
  const [rested] = useDebouncedValue(draft, pauseMs)
  // A statement has thousands of lines: they are gone through once a pause.
  const typed = useMemo(() => typedValues(rested), [rested])
  const { data } = useQuery(doubtsQuery(category, typed))
  const seen = useRef(new Set<string>())
  const doubts = new Map(data?.map((value) => [keyOf(value), sentences[value.doubt]]))
  return {
    doubtOf: (value: TypedValue) => doubts.get(keyOf(value)),
    async findUnseen(): Promise<boolean> {
      const found = await client.ensureQueryData(doubtsQuery(category, typedValues(draft)))
      const unseen = found.map(keyOf).filter((key) => !doubts.has(key) && !seen.current.has(key))
      for (const key of unseen) seen.current.add(key)
      return unseen.length > 0
    },
  }
}

function doubtsQuery(category: DocumentCategory, typed: TypedValue[]) {
  return queryOptions({
    queryKey: ['documents', 'typed', category, typed],
    queryFn: async () =>
      typed.length === 0 ? [] : (await ask(api.documents.typed.post({ category, typed }))).doubts,
    placeholderData: (before) => before,
    gcTime: 0,
  })
}
