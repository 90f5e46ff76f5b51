import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconFiles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api, ask } from '../../../client.ts'
import { useCommand } from '../../../components/commands.tsx'
import { tCounted } from '../../../components/values.tsx'
import { readQuery, type ShownDocument } from '../data.ts'
import { useShowSpot } from '../paper/spot.tsx'
import { t } from '../../../language/language.ts'

const wholePage = [0.01, 0.01, 0.99, 0.99] as const

/** A file with several documents, until the user splits it or says that it is one. */
export function SplitNote({ shown }: { shown: ShownDocument }) {
  const { id, filename, reader, may } = shown
  const read = useQuery({ ...readQuery(id), enabled: reader === 'daybook' })
  const show = useShowSpot()
  const split = useCommand({
    run: () => ask(api.documents({ id }).split.post()),
    done: ({ others }) =>
      t('{{filename}} is {{documents}} now.', {
        filename,
        documents: tCounted(others.length + 1, 'document'),
      }),
    refused: t('It is not split'),
  })
  const others = read.data?.others ?? []
  if (read.data === undefined || others.length === 0 || !may.correct) return null
  const parts = [read.data.pages, ...others]
  return (
    <Alert
      color="yellow"
      icon={<IconFiles aria-hidden />}
      title={t('{{documents}} in this file', { documents: tCounted(parts.length, 'document') })}
    >
      <Stack gap="xs" align="flex-start">
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
        <Button size="xs" loading={split.isPending} onClick={() => split.mutate()}>
          {t('Split it into {{length}}', { length: parts.length })}
        </Button>
      </Stack>
    </Alert>
  )
}

function pagesText(pages: readonly number[]): string {
  const [first = 1, last = first] = [pages[0], pages.at(-1)]
  return first === last
    ? t('page {{first}}', { first })
    : t('pages {{first}} to {{last}}', { first, last })
}
