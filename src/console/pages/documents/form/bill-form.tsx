import { Loader, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { FormRefusal } from '../../../components/form.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { LeaveQuestion } from '../../../components/unsaved.tsx'
import { Claims } from '../gstr2b-note.tsx'
import {
  claimsQuery,
  readQuery,
  type Claim,
  type ReadDocument,
  type ShownDocument,
} from '../data.ts'
import { ofCategory } from './changes.ts'
import { draftOf, hasText } from './draft.ts'
import { FindingList } from './findings.tsx'
import { BillFoot } from './foot.tsx'
import { BillHead } from './head.tsx'
import { useKeeping, useKeptDraft, type KeptDraft } from './kept-drafts.ts'
import { SplitNote } from '../reading/split-note.tsx'
import { BillLines } from './lines.tsx'
import type { Outcome } from './queue/outcome.ts'
import { ChooseDraft, KeptNote, OverrunNote } from './other-versions.tsx'
import { DoubtList } from './reading/doubt-list.tsx'
import { ShownPlace } from './reading/shown-place.tsx'
import { SaveRow } from './save-row.tsx'
import { withoutConfirmed, type Finding } from './sums.ts'
import { isTouched, placeOf, useBill, type Bill } from './use-bill.ts'
import { keyboardOf } from './use-keyboard.ts'
import { useSaving } from './use-saving.ts'
import { t } from '../../../language/language.ts'

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
export function BillForm(props: BillFormProps) {
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
