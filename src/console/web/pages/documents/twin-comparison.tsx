import { Button, Grid, Stack, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { formatCount, Money, When } from '../../components/values.tsx'
import { formatDay } from '../../components/days.ts'
import { DocumentFile } from './document-file.tsx'
import type { ListedDocument, ShownDocument } from './documents-query.ts'

type Original = NonNullable<ShownDocument['original']>
type TwinComparisonProps = { shown: ShownDocument; original: Original }

/** A hidden duplicate beside the document that is delivered in its place: are they the same paper? */
export function TwinComparison({ shown, original }: TwinComparisonProps) {
  const [isOpen, { toggle }] = useDisclosure()
  const hasFile = shown.file !== null || original.file !== null
  return (
    <Stack gap="sm" w="100%" align="flex-start">
      <Table.ScrollContainer
        minWidth={0}
        type="native"
        w="100%"
        maw="44rem"
        tabIndex={0}
        aria-label="Both documents"
      >
        <Table verticalSpacing={4} horizontalSpacing="xs" aria-label="Both documents">
          <Table.Thead>
            <Table.Tr>
              <Table.Td />
              <Table.Th>This one</Table.Th>
              <Table.Th>The one that is delivered</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {facts.map(({ name, valueOf, textOf }) => {
              const differs = valueOf(shown) !== valueOf(original)
              return (
                <Table.Tr key={name}>
                  <Table.Th fw={400}>{name}</Table.Th>
                  <Fact differs={differs}>{textOf(shown)}</Fact>
                  <Fact differs={differs}>{textOf(original)}</Fact>
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {hasFile && (
        <Button size="xs" variant="default" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? 'Hide the files' : 'Show both files'}
        </Button>
      )}
      {isOpen && (
        <Grid w="100%">
          <FileColumn title="This one" of={shown} />
          <FileColumn title="The one that is delivered" of={original} />
        </Grid>
      )}
    </Stack>
  )
}

/** What is different stands out. */
function Fact({ differs, children }: { differs: boolean; children: ReactNode }) {
  return (
    <Table.Td fw={differs ? 700 : 400} style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Table.Td>
  )
}

type FileColumnProps = { title: string; of: ShownDocument | Original }

function FileColumn({ title, of: { id, filename, file } }: FileColumnProps) {
  return (
    <Grid.Col span={{ base: 12, sm: 6 }}>
      <Text size="sm" fw={600} mb="xs">
        {title}
      </Text>
      {file === null ? (
        <Text size="sm" c="dimmed">
          There is no file to look at.
        </Text>
      ) : (
        <DocumentFile id={id} filename={filename} file={file} />
      )}
    </Grid.Col>
  )
}

type TwinFact = {
  name: string
  valueOf: (document: ListedDocument) => unknown
  textOf: (document: ListedDocument) => ReactNode
}

const facts: readonly TwinFact[] = [
  textFact('From', ({ seller }) => seller),
  textFact('Number', ({ invoiceNo }) => invoiceNo),
  textFact('Date', ({ invoiceDate }) => (invoiceDate === null ? null : formatDay(invoiceDate))),
  {
    name: 'Total',
    valueOf: ({ totalPaise }) => totalPaise,
    textOf: ({ totalPaise }) => (totalPaise === null ? '–' : <Money paise={totalPaise} />),
  },
  textFact('Lines', ({ lines }) => formatCount(lines)),
  // These two are always different, which says nothing.
  { name: 'File', valueOf: () => '', textOf: ({ filename }) => filename },
  { name: 'Added', valueOf: () => '', textOf: ({ createdAt }) => <When at={createdAt} /> },
]

function textFact(name: string, valueOf: (document: ListedDocument) => string | null): TwinFact {
  return { name, valueOf, textOf: (document) => valueOf(document) ?? '–' }
}
