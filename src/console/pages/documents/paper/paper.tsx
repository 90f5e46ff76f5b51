import { Anchor, Button, Group, Paper, Text, VisuallyHidden, Code } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { IconDownload, IconExternalLink, IconFileText } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useKeys } from '../../../components/keys.tsx'
import { formatBytes } from '../../../components/values.tsx'
import { fileAddress } from '../data.ts'
import { type PaperOf, textBytesMax, textQuery } from './data.ts'
import { listedKeys, NoPaper, Spots } from './tools.tsx'
import { PaperPages } from './pages.tsx'
import { t } from '../../../language/language.ts'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../../components/loaded.tsx'

/**
 * The paper with the content beside it, or below it on a phone. Scrolling the content does not move the paper. Putting
 * the paper aside applies to all documents until the browser is closed.
 */
export function BesidePaper({ children, ...paper }: PaperOf & { children: ReactNode }) {
  useKeys(t('The paper'), listedKeys)
  const [isAside, setAside] = useSessionStorage({ key: 'paper-aside', defaultValue: false })
  return (
    <Spots>
      <div className="beside-paper" data-aside={isAside}>
        <div className="beside-paper-side">
          {isAside ? (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconFileText size={14} aria-hidden />}
              onClick={() => setAside(false)}
            >
              {t('Show the paper')}
            </Button>
          ) : (
            <DocumentPaper {...paper} onAside={() => setAside(true)} />
          )}
        </div>
        <div className="beside-paper-main">{children}</div>
      </div>
    </Spots>
  )
}

/** The paper of a document, in the available room. */
export function DocumentPaper({ onAside, ...paper }: PaperOf & { onAside?: () => void }) {
  const { id, filename, file } = paper
  return (
    <Paper
      withBorder
      className="paper-frame"
      component="section"
      aria-label={t('The paper {{filename}}', { filename })}
    >
      <View {...paper} />
      <Group gap="md" px="xs" py={4} className="paper-foot">
        <FileLink href={fileAddress(id)} icon={IconExternalLink} isNewTab>
          {file.shownAs === 'pdf' || file.shownAs === 'image' ? t('Original') : null}
        </FileLink>
        <FileLink href={`${fileAddress(id)}?download`} icon={IconDownload}>
          {t('Download')}
        </FileLink>
        <Text size="xs" c="dimmed">
          {formatBytes(file.bytes)}
        </Text>
        {onAside !== undefined && (
          <Button variant="subtle" size="compact-xs" ms="auto" onClick={onAside}>
            {t('Hide')}
            <VisuallyHidden> {t('the paper')}</VisuallyHidden>
          </Button>
        )}
      </Group>
    </Paper>
  )
}

function View(paper: PaperOf) {
  switch (paper.file.shownAs) {
    case 'pdf':
    case 'image':
      return <PaperPages key={paper.id} {...paper} />
    case 'text':
      return <TextFile key={paper.id} {...paper} />
    case 'nothing':
      return (
        <NoPaper>{t('A file of this kind is not shown here: download it to open it.')}</NoPaper>
      )
    default:
      return paper.file.shownAs satisfies never
  }
}

type FileLinkProps = {
  href: string
  icon: typeof IconDownload
  isNewTab?: boolean
  /** Null: there is no link. */
  children: string | null
}

function FileLink({ href, icon: Icon, isNewTab = false, children }: FileLinkProps) {
  if (children === null) return null
  return (
    <Anchor href={href} fz="xs" rel="noreferrer" {...(isNewTab ? { target: '_blank' } : {})}>
      <Group gap={4} component="span" display="inline-flex">
        <Icon size={14} aria-hidden />
        {children}
      </Group>
    </Anchor>
  )
}

/** A text file, unchanged. */
function TextFile({ id, filename, file }: PaperOf) {
  const text = useQuery(textQuery(id))
  if (text.data === undefined && text.isError) {
    return <ErrorState error={text.error} onRetry={() => void text.refetch()} />
  }
  return (
    <div className="paper-view" tabIndex={0} role="region" aria-label={filename}>
      {/* The element around it scrolls, so the keyboard stops once. */}
      <Code block style={{ overflow: 'visible', minWidth: 'max-content' }}>
        {text.data ?? t('Loading…')}
      </Code>
      {file.bytes > textBytesMax && (
        <Text size="xs" c="dimmed" p="xs">
          {t('The first {{size}} of it. Download it to see the rest.', {
            size: formatBytes(textBytesMax),
          })}
        </Text>
      )}
    </div>
  )
}
