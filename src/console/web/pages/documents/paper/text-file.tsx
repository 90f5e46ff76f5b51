import { Code, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../../components/loaded.tsx'
import { formatBytes } from '../../../components/values.tsx'
import { textBytesMax, textQuery, type PaperOf } from './data.ts'
import { t } from '../../../language/language.ts'

/** A file of text, as it is. */
export function TextFile({ id, filename, file }: PaperOf) {
  const text = useQuery(textQuery(id))
  if (text.data === undefined && text.isError) {
    return <ErrorState error={text.error} onRetry={() => void text.refetch()} />
  }
  return (
    <div className="paper-view" tabIndex={0} role="region" aria-label={filename}>
      {/* What is around it scrolls, so that the keyboard stops once. */}
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
