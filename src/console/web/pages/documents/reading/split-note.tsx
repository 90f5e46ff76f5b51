import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconFiles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api, ask } from '../../../client.ts'
import { useCommand } from '../../../components/commands.tsx'
import { counted } from '../../../components/values.tsx'
import { readQuery, type ShownDocument } from '../data.ts'
import { useShowSpot } from '../paper/spot.tsx'

const wholePage = [0.01, 0.01, 0.99, 0.99] as const

/** A file in which several documents were found, until somebody splits it or says that it is one. */
export function SplitNote({ shown }: { shown: ShownDocument }) {
  const { id, filename, reader, may } = shown
  const read = useQuery({ ...readQuery(id), enabled: reader === 'daybook' })
  const show = useShowSpot()
  const split = useCommand({
    run: () => ask(api.documents({ id }).split.post()),
    done: ({ others }) => `${filename} is ${counted(others.length + 1, 'document')} now.`,
    refused: 'It is not split',
  })
  const others = read.data?.others ?? []
  if (read.data === undefined || others.length === 0 || !may.correct) return null
  const parts = [read.data.pages, ...others]
  return (
    <Alert
      color="yellow"
      icon={<IconFiles aria-hidden />}
      title={`${counted(parts.length, 'document')} in this file`}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          What is read below is of the first. Split, each becomes a document of its own with the
          same file.
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
                  says: `Document ${at + 1} of ${parts.length}`,
                  isDoubtful: false,
                })
              }
            >
              {at + 1}: {pagesText(pages)}
            </Button>
          ))}
        </Group>
        <Button size="xs" loading={split.isPending} onClick={() => split.mutate()}>
          Split it into {parts.length}
        </Button>
      </Stack>
    </Alert>
  )
}

function pagesText(pages: readonly number[]): string {
  const [first = 1, last = first] = [pages[0], pages.at(-1)]
  return first === last ? `page ${first}` : `pages ${first} to ${last}`
}
