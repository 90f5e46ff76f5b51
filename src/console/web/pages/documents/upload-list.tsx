import { ActionIcon, Button, Group, Progress, ScrollArea, Stack, Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { DocumentLink } from './document-link.tsx'
import { retryUpload, type Upload } from './uploads.ts'
import { categoryNames, formatBytes } from './words.ts'

/** Taller than this it scrolls, in pixels: the buttons below it stay in sight. */
const listHeight = 260

type UploadListProps =
  | { uploads: readonly Upload[]; files?: undefined; onRemove?: undefined }
  | { uploads?: undefined; files: readonly File[]; onRemove: (file: File) => void }

/** Files that are to be sent, or that are on their way. */
export function UploadList({ uploads, files, onRemove }: UploadListProps) {
  if ((uploads ?? files).length === 0) return null
  return (
    <ScrollArea.Autosize mah={listHeight} type="auto" tabIndex={0} aria-label="Files">
      <Stack component="ul" gap="xs" m={0} p={0} pe="sm" style={{ listStyle: 'none' }}>
        {uploads?.map((upload) => (
          <li key={upload.key}>
            <UploadRow upload={upload} />
          </li>
        ))}
        {files?.map((file, index) => (
          // Two files of one name may come from two folders.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${index} ${file.name}`}>
            <ChosenRow file={file} onRemove={() => onRemove(file)} />
          </li>
        ))}
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
      <ActionIcon
        variant="subtle"
        color="gray"
        c="inherit"
        aria-label={`Leave out ${file.name}`}
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

function UploadRow({ upload }: { upload: Upload }) {
  const { file, category, state, documentId } = upload
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {documentId === null ? (
            file.name
          ) : (
            <DocumentLink to={{ id: documentId, filename: file.name }} fz="sm" />
          )}{' '}
          <Text span size="xs" c="dimmed">
            {categoryNames[category]}, {formatBytes(file.size)}
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
      {state === 'refused' && <Refused upload={upload} />}
    </Stack>
  )
}

function Refused({ upload }: { upload: Upload }) {
  return (
    <Group gap="sm" role="alert">
      <Text size="sm" c="var(--mantine-color-error)">
        {upload.refusal}
      </Text>
      {upload.mayRetry && (
        <Button size="compact-xs" variant="default" onClick={() => retryUpload(upload.key)}>
          Send it again
        </Button>
      )}
    </Group>
  )
}
