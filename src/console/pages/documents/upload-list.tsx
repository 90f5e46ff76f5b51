import { ActionIcon, Button, Group, Progress, ScrollArea, Stack, Text, Loader } from '@mantine/core'
import { IconCheck, IconCopy, IconX, IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { DocumentLink } from '../../components/cells.tsx'
import { formatBytes, formatCount, When } from '../../components/values.tsx'
import { categoryNames } from '../../words.ts'
import {
  batchesOf,
  retryUploads,
  summaryOf,
  type SentDocument,
  type Upload,
  useUploads,
} from './uploads.ts'
import { t } from '../../language/language.ts'
import { Words } from '../../language/words.tsx'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../state.ts'
import { documentQuery, lookMs, useReading } from './data.ts'
import { startQueue } from './form/queue/queue-bar.tsx'
import { placeText, resultText } from './reading-notes.tsx'
import { TextLink } from '../../components/buttons.tsx'

/** A longer list scrolls, in pixels, so that the buttons below stay visible. */
const listHeight = 260

type ChosenFilesProps = { files: readonly File[]; onRemove: (file: File) => void }

/** Files to be sent. */
export function ChosenFiles({ files, onRemove }: ChosenFilesProps) {
  return (
    <FileList>
      {files.map((file, index) => (
        // Two files of one name may come from two folders.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${index} ${file.name}`}>
          <ChosenRow file={file} onRemove={() => onRemove(file)} />
        </li>
      ))}
    </FileList>
  )
}

/** Files being sent. */
export function UploadBatches({ uploads }: { uploads: readonly Upload[] }) {
  return batchesOf(uploads).map((batch) => <Batch key={batch[0]?.batch} uploads={batch} />)
}

function Batch({ uploads }: { uploads: readonly Upload[] }) {
  const again = uploads.filter(({ state, mayRetry }) => state === 'refused' && mayRetry)
  const [first] = uploads
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" fw={500} role="status">
          {first !== undefined && `${categoryNames[first.category]}: `}
          {summaryOf(uploads)}
        </Text>
        {again.length > 1 && (
          <Button size="compact-xs" variant="default" onClick={() => retryUploads(again)}>
            {t('Send all {{length}} again', { length: formatCount(again.length) })}
          </Button>
        )}
      </Group>
      <FileList>
        {uploads.map((upload) => (
          <li key={upload.key}>
            <UploadRow upload={upload} />
          </li>
        ))}
      </FileList>
    </Stack>
  )
}

function FileList({ children }: { children: ReactNode }) {
  return (
    <ScrollArea.Autosize mah={listHeight} type="auto" tabIndex={0} aria-label={t('Files')}>
      <Stack component="ul" gap="xs" m={0} p={0} pe="sm" style={{ listStyle: 'none' }}>
        {children}
      </Stack>
    </ScrollArea.Autosize>
  )
}

function ChosenRow({ file, onRemove }: { file: File; onRemove: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {file.name}{' '}
        <Text span size="xs" c="dimmed">
          {formatBytes(file.size)}
        </Text>
      </Text>
      <ActionIcon aria-label={t('Leave out {{name}}', { name: file.name })} onClick={onRemove}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

function UploadRow({ upload }: { upload: Upload }) {
  const { file, state, document } = upload
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {document === null ? (
            file.name
          ) : (
            <DocumentLink to={{ id: document.id, filename: file.name }} fz="sm" />
          )}{' '}
          <Text span size="xs" c="dimmed">
            {formatBytes(file.size)}
          </Text>
        </Text>
        <Text size="xs" c="dimmed" component="span" style={{ whiteSpace: 'nowrap' }}>
          {state === 'queued' && t('waits')}
          {state === 'sending' && `${Math.floor(upload.sent * 100)} %`}
          {state === 'done' && (
            <>
              <IconCheck size={14} aria-hidden /> {t('added')}
            </>
          )}
        </Text>
      </Group>
      {state === 'sending' && (
        <Progress
          value={upload.sent * 100}
          size="sm"
          aria-label={t('{{name}}, sent', { name: file.name })}
        />
      )}
      {document !== null && <ReadResult id={document.id} filename={file.name} />}
      {document !== null && document.before !== null && <CameBefore before={document.before} />}
      {state === 'refused' && <Refused upload={upload} />}
    </Stack>
  )
}

/** The same file was added before. That is allowed but often a mistake. */
function CameBefore({ before }: { before: NonNullable<SentDocument['before']> }) {
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <IconCopy size={14} aria-hidden style={{ flexShrink: 0, marginTop: 3 }} />
      <Text size="sm">
        <Words
          of={t('This file came in before, as {{documentLink}}, {{when}}.')}
          with={{
            documentLink: <DocumentLink to={before} fz="sm" />,
            when: <When at={before.createdAt} />,
          }}
        />
      </Text>
    </Group>
  )
}

function Refused({ upload }: { upload: Upload }) {
  return (
    <Group gap="sm" role="alert">
      <Text size="sm" c="var(--mantine-color-error)">
        {upload.refusal}
      </Text>
      {upload.mayRetry && (
        <Button size="compact-xs" variant="default" onClick={() => retryUploads([upload])}>
          {t('Send it again')}
        </Button>
      )}
    </Group>
  )
}

/** How often a document outside the known part of the queue is loaded, in milliseconds. */
const againMs = 2_000

/** The state of an added file, from its place in the queue to its result. */
function ReadResult({ id, filename }: { id: string; filename: string }) {
  const reading = useReading()
  const place = reading === undefined ? undefined : placeText(reading, id)
  const shown = useQuery({
    ...documentQuery(id, 1),
    enabled: reading !== undefined && place === undefined,
    refetchInterval({ state }) {
      if (state.data?.state !== 'reading') return false
      return reading !== undefined && reading.own > reading.queue.length ? lookMs : againMs
    },
  })
  const isDone = place === undefined && shown.data !== undefined && shown.data.state !== 'reading'
  if (!isDone) {
    return (
      <Group gap={6} wrap="nowrap">
        <Loader size={12} aria-hidden />
        <Text size="xs" c="dimmed">
          {filename} {place ?? t('waits to be read')}
        </Text>
      </Group>
    )
  }
  const { state } = shown.data
  const isGood = state !== 'check' && state !== 'failed'
  const Icon = isGood ? IconCheck : IconAlertTriangle
  return (
    <Group gap={6} wrap="nowrap" role="status">
      <Icon size={14} aria-hidden style={{ flexShrink: 0 }} />
      <Text size="xs">
        {filename} {resultText(shown.data)}
      </Text>
      {state === 'check' && <CheckIt id={id} filename={filename} />}
    </Group>
  )
}

/** Opens the form with the first doubt focused. The other added documents follow in the order of the list. */
function CheckIt({ id, filename }: { id: string; filename: string }) {
  const { user } = useSignedIn()
  const added = batchesOf(useUploads(user.id)).flat()
  return (
    <TextLink
      to="/documents/$id"
      params={{ id }}
      search={{ edit: true }}
      onClick={() => startQueue(added.flatMap(({ document }) => document?.id ?? []))}
      size="xs"
      aria-label={t('Check it: {{filename}}', { filename })}
      style={{ whiteSpace: 'nowrap' }}
    >
      {t('Check it')}
    </TextLink>
  )
}
