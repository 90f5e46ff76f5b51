import { Button, Checkbox, Group, Text, Loader, PasswordInput } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle, IconRefresh, IconFiles } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { useCommand } from '../../components/commands.tsx'
import { useSignedIn } from '../../state.ts'
import { type ShownDocument, useReading, readQuery, type Reading } from './data.ts'
import { t } from '../../language/language.ts'
import { tCounted, formatCount } from '../../components/values.tsx'
import { useShowSpot } from './paper/tools.tsx'
import { hasRole } from '../../words.ts'
import { TextLink, CommandButton } from '../../components/buttons.tsx'
import { Note } from '../../components/note.tsx'

type UnreadProps = {
  shown: ShownDocument
  /** Whether the form was just closed: then its button gets the focus back. */
  isBack: boolean
  onCorrect: () => void
}

/** Shown instead of the content: that the document is being read, or why it was not read and what to do. */
export function UnreadNote({ shown, isBack, onCorrect }: UnreadProps) {
  const { state, failureReason, needsPassword, may } = shown
  if (state === 'reading') return <BeingRead shown={shown} onCorrect={onCorrect} />
  const isFailed = state === 'failed'
  return (
    <Note
      color={isFailed ? 'red' : 'gray'}
      icon={isFailed ? IconAlertTriangle : IconInfoCircle}
      title={isFailed ? t('It could not be read') : t('It is to be typed in')}
    >
      {isFailed && <Text size="sm">{failureReason ?? t('No reason is known.')}</Text>}
      {!isFailed && failureReason !== null && (
        <Text size="sm">{t('The last try failed: {{reason}}', { reason: failureReason })}</Text>
      )}
      {!isFailed && (
        <Text size="sm">
          {may.read
            ? t('Nothing was read of it: type in what it says, or let it be read.')
            : t('Nothing was read of it: type in what it says.')}
        </Text>
      )}
      {isFailed && needsPassword && may.read && <Unlock shown={shown} />}
      <Group gap="xs">
        <Button size="xs" autoFocus={isBack} onClick={onCorrect}>
          {t('Type it in')}
        </Button>
        {may.read && !needsPassword && <ReadAgain shown={shown} />}
      </Group>
    </Note>
  )
}

function BeingRead({ shown, onCorrect }: Pick<UnreadProps, 'shown' | 'onCorrect'>) {
  const reading = useReading()
  const place = reading === undefined ? undefined : placeText(reading, shown.id)
  const seconds = reading === undefined ? null : secondsUntil(reading, shown.id)
  return (
    <Note color="gray" icon={IconInfoCircle} title={t('Daybook reads it')}>
      <Text size="sm" role="status">
        {t('It {{place}}{{left}}. Then what was read stands here.', {
          place: place ?? t('waits to be read'),
          left: leftText(seconds),
        })}
      </Text>
      <Button size="xs" variant="default" onClick={onCorrect}>
        {t('Type it in meanwhile')}
      </Button>
    </Note>
  )
}

/** Corrected values stay. */
function ReadAgain({ shown: { id, filename } }: { shown: ShownDocument }) {
  return (
    <CommandButton
      size="xs"
      variant="default"
      icon={IconRefresh}
      run={() => ask(api.documents({ id }).retry.post())}
      done={() => t('{{filename}} is read again.', { filename })}
      refused={t('It is not read again')}
    >
      {t('Read it again')}
    </CommandButton>
  )
}

/** Asks for the password of a locked document. An owner can keep the password. */
function Unlock({ shown: { id, filename, uploadedBy } }: { shown: ShownDocument }) {
  const isOwner = useSignedIn().user.role === 'owner'
  const [keep, setKeep] = useState(false)
  const unlock = useCommand({
    run: (password: string) => ask(api.documents({ id }).password.post({ password, keep })),
    done: () => t('{{filename}} is read with this password.', { filename }),
    refused: t('It is not read'),
  })
  return (
    <PasswordForm
      label={t('Password of the PDF')}
      action={t('Open and read it')}
      isPending={unlock.isPending}
      onSubmit={unlock.mutate}
    >
      {isOwner && (
        <Checkbox
          mt="xs"
          size="xs"
          label={t('Keep this password for files of {{uploadedBy}}', { uploadedBy })}
          description={t(
            'Once it has opened this one, it is tried on locked files that come from the same user. Settings, Reading, has a list.',
          )}
          checked={keep}
          onChange={({ currentTarget }) => setKeep(currentTarget.checked)}
        />
      )}
    </PasswordForm>
  )
}

const wholePage = [0.01, 0.01, 0.99, 0.99] as const

/** A file with several documents, until the user splits it or says that it is one. */
export function SplitNote({ shown }: { shown: ShownDocument }) {
  const { id, filename, reader, may } = shown
  const read = useQuery({ ...readQuery(id), enabled: reader === 'daybook' })
  const show = useShowSpot()
  const others = read.data?.others ?? []
  if (read.data === undefined || others.length === 0 || !may.correct) return null
  const parts = [read.data.pages, ...others]
  return (
    <Note
      color="yellow"
      icon={IconFiles}
      title={t('{{documents}} in this file', { documents: tCounted(parts.length, 'document') })}
    >
      <Text size="sm">
        {t(
          'What is read below is of the first. Split, each becomes a document of its own with the same file.',
        )}
      </Text>
      <Group gap="xs">
        {parts.map((pages, at) => (
          <Button
            key={pages.join(' ')}
            size="compact-xs"
            variant="default"
            onClick={() =>
              show({
                page: pages[0] ?? 1,
                box: wholePage,
                says: t('Document {{value}} of {{length}}', {
                  value: at + 1,
                  length: parts.length,
                }),
                isDoubtful: false,
              })
            }
          >
            {at + 1}: {pagesText(pages)}
          </Button>
        ))}
      </Group>
      <CommandButton
        size="xs"
        run={() => ask(api.documents({ id }).split.post())}
        done={(made) =>
          t('{{filename}} is {{documents}} now.', {
            filename,
            documents: tCounted(made.others.length + 1, 'document'),
          })
        }
        refused={t('It is not split')}
      >
        {t('Split it into {{length}}', { length: parts.length })}
      </CommandButton>
    </Note>
  )
}

function pagesText(pages: readonly number[]): string {
  const [first = 1, last = first] = [pages[0], pages.at(-1)]
  return first === last
    ? t('page {{first}}', { first })
    : t('pages {{first}} to {{last}}', { first, last })
}

/** The progress of reading. Nothing if nothing is read. */
export function ReadingNote() {
  const isClerk = hasRole(useSignedIn().user, 'clerk')
  const reading = useReading(isClerk)
  if (reading === undefined || reading.queue.length === 0) return null
  return (
    <Group gap="xs" role="status" mb="md" wrap="nowrap">
      <Loader size="xs" aria-hidden />
      <Text size="sm">
        {queueText(reading)}{' '}
        <TextLink to="/documents" search={{ state: 'reading' }} inherit underline="always">
          {t('Look at them')}
        </TextLink>
      </Text>
    </Group>
  )
}

type PasswordFormProps = {
  label: string
  action: string
  isPending: boolean
  onSubmit: (password: string) => void
  /** Further choices below the password. */
  children?: ReactNode
}

/** Asks for the password of a locked PDF. */
export function PasswordForm({ label, action, isPending, onSubmit, children }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (password !== '') onSubmit(password)
      }}
    >
      <Group gap="xs" align="flex-end">
        <PasswordInput
          size="xs"
          w="14rem"
          label={label}
          autoComplete="off"
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <Button size="xs" type="submit" loading={isPending}>
          {action}
        </Button>
      </Group>
      {children}
    </form>
  )
}

/** "about 40 seconds left". '' if unknown. */
export function leftText(seconds: number | null): string {
  if (seconds === null || seconds === 0) return ''
  if (seconds < 90) return t(', about {{seconds}} left', { seconds: tCounted(seconds, 'second') })
  return t(', about {{minutes}} left', { minutes: tCounted(Math.round(seconds / 60), 'minute') })
}

/** The seconds until a document is read. Null if unknown. */
export function secondsUntil({ queue, waiting, secondsLeft }: Reading, id: string): number | null {
  const place = queue.find((job) => job.id === id)?.place
  if (place === undefined || secondsLeft === null) return null
  return Math.ceil((secondsLeft * place) / waiting)
}

/** The documents that the user may see: "3 documents are being read". */
export function queueText({ own, waiting, secondsLeft }: Reading): string {
  const documents = tCounted(own, 'document')
  const text =
    own === 1
      ? t('{{documents}} is being read', { documents })
      : t('{{documents}} are being read', { documents })
  const others = waiting - own
  return `${text}${others > 0 ? ` ${t('({{others}} of others beside)', { others: formatCount(others) })}` : ''}${leftText(secondsLeft)}.`
}

/** The place of a document in the queue. Undefined if it is not there. */
export function placeText({ queue, underWay, putOff }: Reading, id: string): string | undefined {
  const place = queue.find((job) => job.id === id)?.place
  if (place === undefined) return undefined
  const reason = putOff.find((job) => job.id === id)?.reason
  if (reason !== undefined) return t('waits to be read. {{reason}}', { reason })
  const now = underWay.find((job) => job.id === id)
  if (now === undefined)
    return t('waits to be read, number {{place}}', { place: formatCount(place) })
  if (now.page === null || now.pages === null) return t('is being read')
  return now.pages === 1
    ? t('is being read')
    : t('is being read, page {{page}} of {{pages}}', { page: now.page, pages: now.pages })
}

type Read = Pick<ShownDocument, 'state' | 'findings' | 'failureReason'>

/** The result for an added file. */
export function resultText({ state, findings, failureReason }: Read): string {
  switch (state) {
    case 'check':
      return findings.length === 1
        ? t('was read: 1 value is to be checked')
        : t('was read: {{values}} values are to be checked', {
            values: formatCount(findings.length),
          })
    case 'waiting':
      return t('was read, and waits to be delivered')
    case 'duplicate':
      return t('was read: it is held back behind an older one with its number')
    case 'failed':
      return `${t('could not be read.')} ${failureReason ?? ''}`.trim()
    case 'reading':
      return t('waits to be read')
    case 'pending':
      return t('is added, to be typed in')
    case 'settled':
      return t('is the same paper as another one')
    case 'synced':
    case 'synced duplicate':
      return t('is delivered')
    default:
      return state satisfies never
  }
}
