import { Alert, Button, Group, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Overrun } from '../../../components/unsaved.tsx'
import { When } from '../../../components/values.tsx'
import { readQuery, type ShownDocument } from '../data.ts'
import type { KeptDraft } from './kept-drafts.ts'
import { t } from '../../../language/language.ts'
import { Words } from '../../../language/words.tsx'

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
