import { Anchor, Group, Text, Title, Loader, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { memo, useEffect, useEffectEvent, useRef, useState, type ReactNode, useId } from 'react'
import { useIsShown } from '../../../components/commands.tsx'
import { useKeys } from '../../../components/keys.tsx'
import {
  documentQuery,
  type ShownDocument,
  claimsQuery,
  readQuery,
  type Claim,
  type ReadDocument,
} from '../data.ts'
import { BesidePaper } from '../paper/paper.tsx'
import { formKeys, keyboardOf, writeOutDay } from './use-keyboard.ts'
import {
  type Outcome,
  QueueBar,
  SavedNote,
  passInQueue,
  placeOnceKnown,
  useQueue,
} from './queue/queue-bar.tsx'
import { t } from '../../../language/language.ts'
import { FormRefusal } from '../../../components/form.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { LeaveQuestion } from '../../../components/unsaved.tsx'
import { Claims } from '../notes.tsx'
import { ofCategory } from './changes.ts'
import { draftOf, hasText } from './draft.ts'
import { FindingList, DoubtList, BillFoot } from './foot.tsx'
import { BillHead } from './head.tsx'
import { useKeeping, useKeptDraft, type KeptDraft } from './kept-drafts.ts'
import { SplitNote } from '../reading-notes.tsx'
import { BillLines } from './lines.tsx'
import { ChooseDraft, KeptNote, OverrunNote, SaveRow, useSaving } from './saving.tsx'
import { withoutConfirmed, type Finding } from './sums.ts'
import { isTouched, placeOf, useBill, type Bill, elementAt } from './use-bill.ts'
import { useShowSpot } from '../paper/tools.tsx'
import { labelOf } from './kinds.ts'
import { isSamePlace, type Place } from './places.ts'
import { explanationAt, explanationText } from './reading/explained.ts'

/** How long the message about a held document stays, in milliseconds: long enough to read. */
const heldToastMs = 10_000

type EditPageProps = {
  shown: ShownDocument
  onClose: () => void
}

/** The paper and its form side by side, one document after another in the same view. */
export function EditPage({ shown, onClose }: EditPageProps) {
  const { id, filename, file } = shown
  const queue = useQueue(id)
  const open = useOpenInForm()
  usePrefetched(queue?.next)
  const go = (by: 1 | -1) => {
    const other = by === 1 ? queue?.next : queue?.previous
    if (other != null) open(other)
  }
  const client = useQueryClient()
  const isShown = useIsShown()
  const onSaved = async (isNext: boolean, outcome: Outcome) => {
    const waited = ['pending', 'failed', 'check'].includes(shown.state)
    const place = isNext ? (queue ?? (await placeOnceKnown(client, { id, waited }))) : null
    const next = place?.next ?? null
    passInQueue(id, outcome, next)
    // The user may have gone to another page meanwhile, and stays there.
    if (next !== null && isShown.current) return open(next)
    showOutcome(outcome)
    if (isShown.current) onClose()
  }
  const form = (
    <BillForm
      key={id}
      shown={shown}
      onClose={onClose}
      onSaved={onSaved}
      onGo={queue?.next == null ? null : go}
    />
  )
  return (
    <>
      <FormKeys />
      <Group justify="space-between" mb="sm" wrap="nowrap">
        <Group gap="xs" miw={0}>
          <Anchor component={Link} to="/documents" fz="sm">
            {t('Documents')}
          </Anchor>
          <Title order={1} size="h4" className="page-title">
            {filename}
          </Title>
        </Group>
        {queue !== null && queue.total > 1 && <QueueBar queue={queue} onGo={go} />}
      </Group>
      <SavedNote id={id} />
      {file === null ? (
        <>
          <Text size="sm" c="dimmed" mb="md">
            {t('There is no file to look at.')}
          </Text>
          {form}
        </>
      ) : (
        <BesidePaper id={id} filename={filename} file={file}>
          {form}
        </BesidePaper>
      )}
    </>
  )
}

function showOutcome({ text, isHeld }: Outcome): void {
  notifications.show({
    message: text,
    ...(isHeld ? { color: 'yellow', autoClose: heldToastMs } : {}),
  })
}

function useOpenInForm() {
  const navigate = useNavigate()
  return (id: string) =>
    void navigate({ to: '/documents/$id', params: { id }, search: { edit: true }, replace: true })
}

/** Loads the next document in advance. */
function usePrefetched(id: string | null | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (id != null) void client.prefetchQuery(documentQuery(id, 1))
  }, [client, id])
}

/** A separate component, so that the keys are declared once and not at every key press. */
const FormKeys = memo(function FormKeys() {
  useKeys(t('The form of a document'), formKeys)
  return null
})

type BillFormProps = {
  shown: ShownDocument
  /** Returns to the document's page. */
  onClose: () => void
  /** Called after saving: goes to the next document of the queue, or to the document's page. */
  onSaved: (isNext: boolean, outcome: Outcome) => Promise<void>
  /** Goes to another document of the queue. Null without one. */
  onGo: ((by: 1 | -1) => void) | null
}

/** The form for typing a document, beside its paper. The first reading stays stored. */
function BillForm(props: BillFormProps) {
  const read = useQuery(readQuery(props.shown.id))
  const filed = useQuery(claimsQuery(props.shown.id))
  const pending = <Loader aria-label={t('Loading')} />
  return (
    <Loaded query={read} pending={pending}>
      {(data) =>
        filed.isPending ? (
          pending
        ) : (
          <StartedForm {...props} read={data} claims={filed.data?.claims ?? []} />
        )
      }
    </Loaded>
  )
}

type StartedProps = BillFormProps & {
  read: ReadDocument
  /** The differences to the GSTR-2B. */
  claims: readonly Claim[]
}

/** Continues an unsaved draft. If somebody saved meanwhile, it asks which version to continue. */
function StartedForm(props: StartedProps) {
  const { kept, drop } = useKeptDraft(props.shown.id)
  const [isKeptMeant, setKeptMeant] = useState(kept?.version === props.read.version)
  // Accepted doubts still count while the same values are doubtful.
  if (kept !== null && kept.draft !== null && !isKeptMeant) {
    return <ChooseDraft kept={kept} onKept={() => setKeptMeant(true)} onRead={drop} />
  }
  return <TypedForm key={kept === null ? 'read' : 'kept'} {...props} kept={kept} onDrop={drop} />
}

type TypedFormProps = StartedProps & { kept: KeptDraft | null; onDrop: () => void }

function TypedForm({ kept, onDrop, ...props }: TypedFormProps) {
  const { shown, read, claims, onClose, onSaved, onGo } = props
  const [opened] = useState(() => draftOf(read, shown.category))
  const [version] = useState(read.version)
  const draft = kept?.draft ?? null
  const started = draft === null ? opened : ofCategory(draft, shown.category)
  const accepted = kept?.accepted ?? []
  const findings = [...shown.findings, ...claims.map(doubtOf)]
  const bill = useBill({ started, opened, read, findings, accepted })
  const begun = () => ({
    draft: bill.latest.current === opened ? null : bill.latest.current,
    accepted: bill.doubts.confirmed(false),
  })
  const keeping = useKeeping({ documentId: shown.id, version, begun })
  // Set at once, because the form is left before it renders again.
  const isLeaving = useRef(false)
  const leave = (onLeft: () => void) => {
    isLeaving.current = true
    onLeft()
  }
  const saving = useSaving({
    bill,
    shown,
    version,
    async onSaved(isNext, outcome) {
      keeping.stop()
      isLeaving.current = true
      await onSaved(isNext, outcome)
    },
  })
  const throwAway = () => {
    keeping.stop()
    onDrop()
  }
  // Typed and accepted values are kept until the user returns.
  const go = (by: 1 | -1) => onGo !== null && leave(() => onGo(by))
  const { isAnyAccepted } = bill.doubts
  const isBegun = () => bill.latest.current !== opened || isAnyAccepted
  useFirstFocus(bill)
  return (
    <>
      <FormFields
        bill={bill}
        saving={saving}
        shown={shown}
        read={read}
        claims={claims}
        isTyped={bill.draft !== opened}
        hasRoom={keeping.hasRoom}
        hasNext={onGo !== null}
        onClose={onClose}
        onGo={go}
      >
        {kept !== null && draft !== null && <KeptNote kept={kept} onRead={throwAway} />}
      </FormFields>
      <LeaveQuestion isDirty={() => isBegun() && !isLeaving.current}>
        {bill.draft === opened ? acceptedIsKept : typedIsKept}
      </LeaveQuestion>
    </>
  )
}

const typedIsKept = t(
  'What you typed is not saved. It is kept in this browser for you, and offered when you open the document again.',
)

const acceptedIsKept = t(
  'What you said to stand so on the paper is not saved, and the document is not delivered. It is kept in this browser for when you open the document again.',
)

/** Marks the field as doubtful. */
function doubtOf({ key, message }: Claim): Finding {
  return { key, code: 'doubt', message }
}

type FormFieldsProps = {
  bill: Bill
  saving: ReturnType<typeof useSaving>
  shown: ShownDocument
  read: ReadDocument
  claims: readonly Claim[]
  isTyped: boolean
  hasRoom: boolean
  hasNext: boolean
  onClose: () => void
  onGo: (by: 1 | -1) => void
  children: ReactNode
}

function FormFields(props: FormFieldsProps) {
  const { bill, saving, shown, read, claims, isTyped, hasRoom, hasNext, onClose, onGo, children } =
    props
  const [usualGst, setUsualGst] = useState<string | null>(null)
  const isHeld = shown.state === 'check'
  const open = withoutConfirmed(bill.found.findings, shown.confirmed)
  // Missing values may still be typed, so they are not wrong yet.
  const isWrong = isTyped && open.some(({ code }) => code !== 'missing')
  const confirm = () => saving.submit({ isConfirmed: true, isNext: true })
  const actions = { save: () => saving.submit({ isNext: true }), confirm, close: onClose, go: onGo }
  return (
    <form
      ref={bill.form}
      noValidate
      className="bill-form"
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={keyboardOf({ bill, usualGst, actions })}
      onBlur={({ target }) => writeOutDay(bill, target)}
      onFocus={({ target }) => bill.lookAt(placeOf(target))}
    >
      <ShownPlace bill={bill} read={read} />
      <Stack gap="sm">
        {children}
        <SplitNote shown={shown} />
        <Claims
          claims={claims.filter(({ key, value }) => bill.draft.head[key]?.text !== value)}
          onTake={({ key, value }) => bill.change({ type: 'head', key, text: value })}
        />
        <DoubtList bill={bill} />
        <BillHead
          bill={bill}
          documentId={shown.id}
          onSeller={({ gstPcts: [only, ...others] }) =>
            setUsualGst(only === undefined || others.length > 0 ? null : String(only))
          }
        />
        <BillLines bill={bill} />
        <BillFoot bill={bill} />
        <FindingList
          bill={bill}
          findings={isWrong || isHeld ? open : []}
          isHeld={isHeld && !isTyped}
          isSaving={saving.isSaving}
          onConfirm={confirm}
        />
        <FormRefusal>{saving.refusal}</FormRefusal>
        {saving.isOverrun && (
          <OverrunNote shown={shown} onReplace={(startedFrom) => saving.submit({ startedFrom })} />
        )}
        <SaveRow
          found={bill.found}
          isSaving={saving.isSaving}
          hasRoom={hasRoom}
          hasNext={hasNext}
          onCancel={onClose}
          onSave={saving.submit}
        />
      </Stack>
    </form>
  )
}

/** Focuses the first doubt, or the first field to type. On a phone it only scrolls, because the keyboard would hide the paper. */
function useFirstFocus({ latest, kind, doubts, goTo, lookAt }: Bill): void {
  const begin = useEffectEvent(() => {
    const doubtful = doubts.first()
    if (isTouched()) return lookAt(doubtful)
    if (doubtful !== undefined) return goTo(doubtful)
    const empty = kind.head.find((key) => !hasText(latest.current.head[key]))
    goTo({ line: null, key: empty ?? kind.head[0] ?? '' })
  })
  useEffect(() => begin(), [])
}

/** Shows the value's spot on the paper and says how it was read: over the paper, and as a description of the field for screen readers. */
function ShownPlace({ bill, read }: { bill: Bill; read: ReadDocument }) {
  const id = useId()
  const show = useShowSpot()
  const { draft, doubts, seen } = bill
  const isDoubtful = doubts.open.some(({ place }) => seen !== undefined && isSamePlace(place, seen))
  const explanation = seen === undefined ? undefined : explanationAt(read, draft, seen)
  const how = explanation === undefined ? '' : explanationText(explanation)
  const update = useEffectEvent(() => {
    if (seen === undefined || explanation === undefined) return show(null)
    const { page, box } = explanation
    show({ page, box, says: `${nameOf(bill, seen)}: ${how}`, isDoubtful })
  })
  useEffect(() => update(), [seen, how, isDoubtful])
  useEffect(() => () => show(null), [show])
  useDescription(bill, how === '' ? undefined : seen, id)
  return (
    <div id={id} className="visually-hidden">
      {how}
    </div>
  )
}

/** Adds a description to those of the field itself. */
function useDescription({ form }: Bill, place: Place | undefined, id: string): void {
  // At every render, because the field's own descriptions may have changed.
  useEffect(() => {
    const field = place === undefined ? null : elementAt(form.current, place)
    if (field === null) return undefined
    describe(field, [...othersThan(id, field), id])
    return () => describe(field, othersThan(id, field))
  })
}

function othersThan(id: string, field: HTMLElement): string[] {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.filter((other) => other !== id)
}

function describe(field: HTMLElement, ids: readonly string[]): void {
  if (ids.length === 0) field.removeAttribute('aria-describedby')
  else field.setAttribute('aria-describedby', ids.join(' '))
}

function nameOf({ draft, kind }: Bill, { line, key }: Place): string {
  if (line === null) {
    const other = draft.others.find(({ id }) => id === key)
    return other?.label ?? kind.labels[key] ?? labelOf('head', key)
  }
  const column = draft.columns.find(({ id }) => id === key)
  return column?.label ?? labelOf('line', key)
}
