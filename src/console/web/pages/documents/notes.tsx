import { Alert, Box, Button, Grid, Stack, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle, IconCopy, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { DocumentLink } from '../../components/cells.tsx'
import { formatDay } from '../../components/days.ts'
import { formatCount, Money, When } from '../../components/values.tsx'
import { DeliverSeparatelyButton } from './actions.tsx'
import type { ListedDocument, ShownDocument } from './data.ts'
import { DocumentPaper } from './paper/paper.tsx'

type Shown = { shown: ShownDocument }
type Original = NonNullable<ShownDocument['original']>
type UnreadProps = Shown & {
  /** Whether the form was closed just now: its button has the focus again. */
  isBack: boolean
  onCorrect: () => void
}

/** What a person should know about a document before the details. */
export function DocumentNotes({ shown }: Shown) {
  const { original, duplicates, sameFile } = shown
  if (original === null && duplicates.length + sameFile.length === 0) return null
  return (
    <Stack gap="sm">
      {original !== null && <Duplicate shown={shown} original={original} />}
      <Related title="Its duplicates" others={duplicates}>
        {shown.state === 'synced'
          ? 'These were delivered with it, as its duplicates, and do not come any more:'
          : 'These have the same number and are hidden behind it:'}
      </Related>
      <Related title="The same file came in more than once" others={sameFile} />
    </Stack>
  )
}

/** In place of what was read: why nothing was, and what can be done about it. */
export function UnreadNote({ shown, isBack, onCorrect }: UnreadProps) {
  const { state, failureReason } = shown
  const isFailed = state === 'failed'
  return (
    <Alert
      color={isFailed ? 'red' : 'gray'}
      icon={isFailed ? <IconAlertTriangle aria-hidden /> : <IconInfoCircle aria-hidden />}
      title={isFailed ? 'It could not be read' : 'It is to be typed in'}
    >
      <Stack gap="sm" align="flex-start">
        {isFailed && <Text size="sm">{failureReason ?? 'No reason is known.'}</Text>}
        {!isFailed && failureReason !== null && (
          <Text size="sm">The last try failed: {failureReason}</Text>
        )}
        {!isFailed && (
          <Text size="sm">
            Daybook does not read files by itself yet. Type in what it says, or send it read from
            another program: then it waits for delivery.
          </Text>
        )}
        <Button size="xs" autoFocus={isBack} onClick={onCorrect}>
          Type it in
        </Button>
      </Stack>
    </Alert>
  )
}

function Duplicate({ shown, original }: Shown & { original: Original }) {
  const isHeldBack = shown.state === 'duplicate'
  return (
    <Alert
      color={isHeldBack ? 'yellow' : 'gray'}
      icon={<IconCopy aria-hidden />}
      title={isHeldBack ? 'A hidden duplicate' : 'Delivered as a duplicate'}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {isHeldBack
            ? `An older document has the same number${shown.invoiceNo === null ? '' : `, ${shown.invoiceNo}`}, and is delivered in its place: `
            : 'It is a copy of another document, which was delivered in its place: '}
          <Other other={original} />
        </Text>
        {isHeldBack && <Comparison shown={shown} original={original} />}
        {shown.may.deliverSeparately && <DeliverSeparatelyButton shown={shown} />}
        {isHeldBack && !shown.may.deliverSeparately && (
          <Text size="sm">Is it another paper? An owner can have it delivered separately.</Text>
        )}
      </Stack>
    </Alert>
  )
}

type RelatedProps = {
  title: string
  others: readonly ListedDocument[]
  children?: string
}

/** Other documents; nothing without any. */
function Related({ title, others, children }: RelatedProps) {
  if (others.length === 0) return null
  return (
    <Alert color="gray" icon={<IconCopy aria-hidden />} title={title}>
      <Text size="sm" component="div">
        {children}
        <ul style={{ margin: 0, paddingInlineStart: '1.2rem' }}>
          {others.map((other) => (
            <li key={other.id}>
              <Other other={other} />
            </li>
          ))}
        </ul>
      </Text>
    </Alert>
  )
}

function Other({ other }: { other: ListedDocument }) {
  return (
    <>
      <DocumentLink to={other} fz="sm" c="inherit" underline="always" />,{' '}
      <When at={other.createdAt} />
    </>
  )
}

type ComparisonProps = { shown: ShownDocument; original: Original }

/** A hidden duplicate beside the document that is delivered in its place: are they the same paper? */
function Comparison({ shown, original }: ComparisonProps) {
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
                  <Compared differs={differs}>{textOf(shown)}</Compared>
                  <Compared differs={differs}>{textOf(original)}</Compared>
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
function Compared({ differs, children }: { differs: boolean; children: ReactNode }) {
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
        <Box h="32rem">
          <DocumentPaper id={id} filename={filename} file={file} />
        </Box>
      )}
    </Grid.Col>
  )
}

type Fact = {
  name: string
  valueOf: (document: ListedDocument) => unknown
  textOf: (document: ListedDocument) => ReactNode
}

const facts: readonly Fact[] = [
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

function textFact(name: string, valueOf: (document: ListedDocument) => string | null): Fact {
  return { name, valueOf, textOf: (document) => valueOf(document) ?? '–' }
}
