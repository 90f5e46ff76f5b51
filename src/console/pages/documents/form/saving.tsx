import { Button, Group, Text, Alert } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconHistory } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { rupees } from '../../../../paper/values.ts'
import { findingText } from '../findings-note.tsx'
import { type Checked, checked, withComputed, type Finding } from './sums.ts'
import { t } from '../../../language/language.ts'
import { api, ask } from '../../../client.ts'
import { useRefresh } from '../../../components/commands.tsx'
import { messageOf, Refusal } from '../../../refusal.ts'
import { type ShownDocument, readQuery } from '../data.ts'
import { rawOf, type RawDocument } from './draft.ts'
import { outcomeOf, type Outcome } from './queue/queue-bar.tsx'
import type { Bill } from './use-bill.ts'
import { Overrun } from '../../../components/unsaved.tsx'
import { When } from '../../../components/values.tsx'
import type { KeptDraft } from './kept-drafts.ts'
import { Words } from '../../../language/words.tsx'

type SaveRowProps = {
  found: Checked
  isSaving: boolean
  hasRoom: boolean
  hasNext: boolean
  onCancel: () => void
  onSave: (options: SaveOptions) => void
}

/** The total and the save buttons, always visible and within a thumb's reach. */
export function SaveRow(props: SaveRowProps) {
  const { found, isSaving, hasRoom, hasNext, onCancel, onSave } = props
  return (
    <div className="save-bar">
      <Group justify="flex-end" gap="sm">
        <div className="save-bar-sum">
          <AddsUp found={found} />
        </div>
        {!hasRoom && (
          <Text size="xs" c="dimmed">
            {t('This browser has no room to keep what you type: save it soon.')}
          </Text>
        )}
        <Button variant="default" visibleFrom="xs" onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button
          variant={hasNext ? 'default' : 'filled'}
          loading={isSaving && !hasNext}
          disabled={isSaving}
          onClick={() => onSave({})}
        >
          {t('Save')}
        </Button>
        {hasNext && (
          <Button loading={isSaving} onClick={() => onSave({ isNext: true })}>
            {t('Save and next')}
          </Button>
        )}
      </Group>
    </div>
  )
}

/** "It adds up", or the difference and its place. */
function AddsUp({ found: { sums, findings } }: { found: Checked }) {
  if (sums === null || sums.totalPaise === 0) return null
  const { totalPaise, differencePaise } = sums
  if (differencePaise === null) {
    return (
      <Text size="sm" role="status">
        {t('It comes to {{total}}.', { total: rupees(totalPaise) })}
      </Text>
    )
  }
  const off = findings.find(({ code }) => code === 'sum' || code === 'tax')
  const isRight = differencePaise === 0 && off === undefined
  const Icon = isRight ? IconCheck : IconAlertTriangle
  return (
    <Group gap={6} role="status" wrap="nowrap" c={isRight ? 'teal' : 'var(--mantine-color-error)'}>
      <Icon size={18} aria-hidden style={{ flexShrink: 0 }} />
      <Text size="sm" fw={600} c="var(--mantine-color-text)">
        {isRight && t('It adds up: {{total}}.', { total: rupees(totalPaise) })}
        {!isRight && (off === undefined ? offText(differencePaise) : findingText(off))}
      </Text>
    </Group>
  )
}

function offText(differencePaise: number): string {
  const off = rupees(Math.abs(differencePaise))
  return differencePaise > 0
    ? t('{{off}} more than all adds up to.', { off })
    : t('{{off}} less than all adds up to.', { off })
}

type Correction = { raw: RawDocument; startedFrom: string; confirmed: Finding[] }

type SaveOptions = {
  /** Whether the findings are confirmed: the paper says so. */
  isConfirmed?: boolean
  /** Whether the next document of the queue follows. */
  isNext?: boolean
  /** The replaced version, if it is not the first one shown. */
  startedFrom?: string
}

type Saving = {
  bill: Bill
  shown: ShownDocument
  /** The version shown at the start. */
  version: string
  onSaved: (isNext: boolean, outcome: Outcome) => Promise<void>
}

/** Saves the form. */
export function useSaving({ bill, shown: { id, filename }, version, onSaved }: Saving) {
  const [problem, setProblem] = useState<string | null>(null)
  const refresh = useRefresh()
  const save = useMutation({
    mutationFn: ({ correction }: { correction: Correction; isNext: boolean }) =>
      ask(api.documents({ id }).correct.post(correction)),
    async onSuccess(saved, { isNext }) {
      await onSaved(isNext, outcomeOf(filename, saved))
      await refresh()
    },
  })
  const submit = ({ isConfirmed = false, isNext = false, startedFrom = version }: SaveOptions) => {
    if (save.isPending) return
    const { latest, kind, against } = bill
    const draft = withComputed(latest.current, checked(latest.current, kind.category, against))
    const made = rawOf(draft)
    setProblem('problem' in made ? made.problem : null)
    if ('problem' in made) return
    const contradicted = isConfirmed ? checked(draft, kind.category, against).findings : []
    const confirmed = [...bill.doubts.confirmed(isConfirmed), ...contradicted]
    save.mutate({ correction: { raw: made.raw, startedFrom, confirmed }, isNext })
  }
  const isOverrun = save.error instanceof Refusal && save.error.field === 'startedFrom'
  const refusal = problem ?? (save.isError && !isOverrun ? messageOf(save.error) : null)
  return { submit, isSaving: save.isPending, isOverrun, refusal }
}

type KeptProps = { kept: KeptDraft; onRead: () => void }

/** A note that the form continues an earlier draft. */
export function KeptNote({ kept, onRead }: KeptProps) {
  return (
    <Alert color="gray" p="xs" icon={<IconHistory aria-hidden />}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          <Words
            of={t('You typed this on {{time}} and did not save it.')}
            with={{ time: <Time kept={kept} /> }}
          />
        </Text>
        <Button size="compact-sm" variant="default" onClick={onRead}>
          {t('Throw it away')}
        </Button>
      </Group>
    </Alert>
  )
}

/** Asks which version to continue, because the document is newer than the draft. */
export function ChooseDraft({ kept, onKept, onRead }: KeptProps & { onKept: () => void }) {
  return (
    <Alert color="yellow" icon={<IconHistory aria-hidden />} title={t('It was changed meanwhile')}>
      <Text size="sm" mb="sm">
        <Words
          of={t(
            'You typed something on {{time}} and did not save it. This document was read or corrected since.',
          )}
          with={{ time: <Time kept={kept} /> }}
        />
      </Text>
      <Group gap="sm">
        <Button size="xs" onClick={onRead}>
          {t('Take what it says now')}
        </Button>
        <Button size="xs" variant="default" onClick={onKept}>
          {t('Go on with mine')}
        </Button>
      </Group>
    </Alert>
  )
}

function Time({ kept: { at } }: { kept: KeptDraft }) {
  return <When at={new Date(at).toISOString()} />
}

type OverrunNoteProps = { shown: ShownDocument; onReplace: (version: string) => void }

/** The document was saved or read while the user typed. */
export function OverrunNote({ shown: { id, filename }, onReplace }: OverrunNoteProps) {
  const client = useQueryClient()
  return (
    <Overrun
      title={t('It was read or corrected meanwhile')}
      href={`/documents/${encodeURIComponent(id)}`}
      fetchNow={() => client.fetchQuery({ ...readQuery(id), staleTime: 0 })}
      onReplace={({ version }) => onReplace(version)}
    >
      {t(
        'What you typed is still here, and not saved. Look at what {{filename}} says now, then save yours in its place, or cancel and keep the other.',
        { filename },
      )}
    </Overrun>
  )
}
