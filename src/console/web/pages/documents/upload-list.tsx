import { ActionIcon, Button, Group, Progress, ScrollArea, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { DocumentLink } from '../../components/cells.tsx'
import { formatBytes, formatCount, When } from '../../components/values.tsx'
import { categoryNames } from '../../words.ts'
import { ReadResult } from './reading/read-result.tsx'
import { retryUploads, summaryOf, type SentDocument, type Upload } from './uploads.ts'

/** Taller than this it scrolls, in pixels: the buttons below it stay in sight. */
const listHeight = 260

type ChosenFilesProps = { files: readonly File[]; onRemove: (file: File) => void }

/** Files that are to be sent. */
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

/** Files that are on their way, those that were added last above the others. */
export function UploadBatches({ uploads }: { uploads: readonly Upload[] }) {
  const batches = Map.groupBy(uploads, ({ batch }) => batch)
  return [...batches].toReversed().map(([batch, its]) => <Batch key={batch} uploads={its} />)
}

/** What was refused comes first: it wants somebody, and stands among many that do not. */
function Batch({ uploads }: { uploads: readonly Upload[] }) {
  const refused = uploads.filter(({ state }) => state === 'refused')
  const others = uploads.filter(({ state }) => state !== 'refused')
  const again = refused.filter(({ mayRetry }) => mayRetry)
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
            Send all {formatCount(again.length)} again
          </Button>
        )}
      </Group>
      <FileList>
        {[...refused, ...others].map((upload) => (
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
    <ScrollArea.Autosize mah={listHeight} type="auto" tabIndex={0} aria-label="Files">
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
      <ActionIcon aria-label={`Leave out ${file.name}`} onClick={onRemove}>
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
          {state === 'queued' && 'waits'}
          {state === 'sending' && `${Math.floor(upload.sent * 100)} %`}
          {state === 'done' && (
            <>
              <IconCheck size={14} aria-hidden /> added
            </>
          )}
        </Text>
      </Group>
      {state === 'sending' && (
        <Progress value={upload.sent * 100} size="sm" aria-label={`${file.name}, sent`} />
      )}
      {document !== null && <ReadResult id={document.id} filename={file.name} />}
      {document !== null && document.before !== null && <CameBefore before={document.before} />}
      {state === 'refused' && <Refused upload={upload} />}
    </Stack>
  )
}

/** Nothing is wrong with that, and yet it is often a mistake. */
function CameBefore({ before }: { before: NonNullable<SentDocument['before']> }) {
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <IconCopy size={14} aria-hidden style={{ flexShrink: 0, marginTop: 3 }} />
      <Text size="sm">
        This file came in before, as <DocumentLink to={before} fz="sm" />,{' '}
        <When at={before.createdAt} />.
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
          Send it again
        </Button>
      )}
    </Group>
  )
}
