import { Anchor, Box, Code, Group, Image, Paper, Stack, Text } from '@mantine/core'
import { IconDownload, IconExternalLink, IconFileOff } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { refusalOf } from '../../client.ts'
import { ErrorState } from '../../components/loaded.tsx'
import { formatBytes } from '../../components/values.tsx'
import { fileAddress, type ShownDocument } from './data.ts'

/** Of a long text the beginning is shown, in bytes. */
const textBytesMax = 200_000

/** As much as a screen has beside the data. */
const viewerHeight = 'max(26rem, calc(100vh - 15rem))'

type DocumentFileProps = {
  id: string
  filename: string
  file: NonNullable<ShownDocument['file']>
}

/** The document as it came in, and the ways to have it. */
export function DocumentFile({ id, filename, file }: DocumentFileProps) {
  const address = fileAddress(id)
  return (
    <Stack gap="xs">
      {file.shownAs === 'pdf' && (
        <Paper
          withBorder
          component="iframe"
          src={address}
          title={filename}
          w="100%"
          h={viewerHeight}
        />
      )}
      {file.shownAs === 'image' && (
        <Paper
          withBorder
          style={{ overflow: 'auto' }}
          mah={viewerHeight}
          tabIndex={0}
          aria-label={filename}
        >
          <Image src={address} alt={`The document ${filename}`} fit="contain" />
        </Paper>
      )}
      {file.shownAs === 'text' && <TextFile id={id} bytes={file.bytes} filename={filename} />}
      {file.shownAs === 'nothing' && (
        <NoView text="A file of this kind is not shown here: download it to open it." />
      )}
      <Group gap="md">
        {(file.shownAs === 'pdf' || file.shownAs === 'image') && (
          <FileLink
            href={address}
            target="_blank"
            icon={IconExternalLink}
            label="Open in a new tab"
          />
        )}
        <FileLink href={`${address}?download`} icon={IconDownload} label="Download" />
        <Text size="xs" c="dimmed">
          {formatBytes(file.bytes)}
        </Text>
      </Group>
    </Stack>
  )
}

type FileLinkProps = { href: string; icon: typeof IconDownload; label: string; target?: '_blank' }

function FileLink({ href, icon: Icon, label, ...anchor }: FileLinkProps) {
  return (
    <Anchor href={href} fz="sm" rel="noreferrer" {...anchor}>
      <Group gap={4} component="span" display="inline-flex">
        <Icon size={16} aria-hidden />
        {label}
      </Group>
    </Anchor>
  )
}

function NoView({ text }: { text: string }) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="xs">
        <IconFileOff size={32} stroke={1.4} aria-hidden />
        <Text size="sm" c="dimmed" ta="center">
          {text}
        </Text>
      </Stack>
    </Paper>
  )
}

function TextFile({ id, bytes, filename }: { id: string; bytes: number; filename: string }) {
  const text = useQuery(textQuery(id))
  if (text.data === undefined && text.isError) {
    return <ErrorState error={text.error} onRetry={() => void text.refetch()} />
  }
  return (
    <Stack gap={4}>
      <Box
        mah={viewerHeight}
        style={{ overflow: 'auto' }}
        tabIndex={0}
        role="region"
        aria-label={filename}
      >
        {/* What is around it scrolls, so that the keyboard stops once. */}
        <Code block style={{ overflow: 'visible' }}>
          {text.data ?? 'Loading…'}
        </Code>
      </Box>
      {bytes > textBytesMax && (
        <Text size="xs" c="dimmed">
          The first {formatBytes(textBytesMax)} of it. Download it to see the rest.
        </Text>
      )}
    </Stack>
  )
}

function textQuery(id: string) {
  return queryOptions({
    queryKey: ['documents', 'text', id],
    async queryFn() {
      const range = `bytes=0-${textBytesMax - 1}`
      const answer = await fetch(fileAddress(id), { headers: { range } }).catch(() => undefined)
      if (answer?.ok !== true)
        throw refusalOf(await answer?.json().catch(() => undefined), answer?.status)
      const charset = /charset=([\w-]+)/.exec(answer.headers.get('content-type') ?? '')?.[1]
      return new TextDecoder(charset).decode(await answer.arrayBuffer())
    },
    staleTime: Infinity,
  })
}
