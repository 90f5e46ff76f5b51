import { Box, Code, Grid, List, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { TextLink } from '../../components/buttons.tsx'
import { DocumentLink } from '../../components/cells.tsx'
import { tCounted, formatAgo, formatCount, When } from '../../components/values.tsx'
import { t } from '../../language/language.ts'
import { labelOf } from '../documents/form/kinds.ts'
import { DocumentPaper } from '../documents/paper/paper.tsx'
import { Spots, useShowSpot } from '../documents/paper/tools.tsx'
import type {
  Card,
  FiledEvidence,
  NamesEvidence,
  Pair,
  PairPaper,
  PaperEvidence,
  WaitingEvidence,
} from './data.ts'
import { noteText, questionText } from './words.ts'
import { formatDay } from '../../components/days.ts'
import type { JsonValue } from '../documents/data.ts'
import { valueText } from '../documents/words.tsx'
import { fateText } from '../documents/duplicate-words.ts'

/** What a person looks at to answer: the paper at the value, two documents side by side, or what waits. */
export function EvidenceOf({ card }: { card: Card }) {
  const { evidence } = card
  switch (evidence.type) {
    case 'pair':
      return <ComparedPair pair={evidence.pair} />
    case 'paper':
      return <PaperAt card={card} evidence={evidence} />
    case 'waiting':
      return <Waiting evidence={evidence} />
    case 'text':
      return (
        <Code block className="question-letter">
          {evidence.text}
        </Code>
      )
    case 'filed':
      return <Filed evidence={evidence} />
    case 'names':
      return <Names evidence={evidence} />
    default:
      return evidence satisfies never
  }
}

/** Print is shown larger than beside a form: only this value is looked at. In pixels. */
const closePx = 24

/** What the GSTR-2B and the bill say, and the bill itself. */
function Filed({ evidence: { rows, paper } }: { evidence: FiledEvidence }) {
  return (
    <Stack gap="xs" h="100%">
      <Table aria-label={t('In the GSTR-2B')} verticalSpacing={2} horizontalSpacing="xs" fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th>{t('GSTR-2B')}</Table.Th>
            <Table.Th>{t('The bill')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, filed, bill }) => (
            <Table.Tr key={key}>
              <Table.Th fw={400} scope="row">
                {labelOf('head', key)}
              </Table.Th>
              <Table.Td style={wrapped}>{filed}</Table.Td>
              <Table.Td style={wrapped} className={filed === bill ? '' : 'differing'}>
                {bill}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {paper !== null && <Paper of={paper} />}
    </Stack>
  )
}

/** Our names, each with its name in the accounts. */
function Names({ evidence: { names } }: { evidence: NamesEvidence }) {
  return (
    <Table aria-label={t('In your accounts')} verticalSpacing={4} fz="sm">
      <Table.Tbody>
        {names.map(({ ours, theirs, note }) => (
          <Table.Tr key={ours}>
            <Table.Th fw={400} scope="row" style={wrapped}>
              {ours}
            </Table.Th>
            <Table.Td style={wrapped}>
              <strong>{theirs}</strong>
              <Text size="xs" c="dimmed">
                {noteText(note)}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const wrapped = { overflowWrap: 'anywhere' } as const

type PaperAtProps = { card: Card; evidence: PaperEvidence }

function PaperAt({ card, evidence: { paper, spot, place, values } }: PaperAtProps) {
  return (
    <Stack gap="xs" h="100%" className="evidence-paper">
      {values.length > 0 && (
        <Table.ScrollContainer minWidth={0} type="native" visibleFrom="sm">
          <Table aria-label={t('The line')} verticalSpacing={2} horizontalSpacing="xs" fz="xs">
            <Table.Thead>
              <Table.Tr>
                {values.map(({ key }) => (
                  <Table.Th key={key}>{labelOf(place, key)}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              <Table.Tr>
                {values.map(({ key, text }) => (
                  <Table.Td key={key}>{text}</Table.Td>
                ))}
              </Table.Tr>
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Spots>
        <Shown spot={spot} says={questionText(card)} />
        <Paper of={paper} />
      </Spots>
    </Stack>
  )
}

type ShownProps = { spot: PaperEvidence['spot']; says: string }

/** Marks the value on the paper, which moves there and grows until it can be read. */
function Shown({ spot, says }: ShownProps) {
  const show = useShowSpot()
  useEffect(() => {
    show(spot === null ? null : { ...spot, says, isDoubtful: true, printPx: closePx })
  }, [show, spot, says])
  return null
}

function Paper({ of: { id, filename, file } }: { of: PaperEvidence['paper'] }) {
  if (file === null) {
    return (
      <Text size="sm" c="dimmed">
        {t('There is no file to look at.')}
      </Text>
    )
  }
  return (
    <div className="card-paper">
      <DocumentPaper id={id} filename={filename} file={file} />
    </div>
  )
}

function Waiting({ evidence: { of, titles, count, paper } }: { evidence: WaitingEvidence }) {
  return (
    <Stack gap="xs" h="100%">
      <Text size="sm" fw={600}>
        {of === 'scan'
          ? t('{{documents}} waiting for this', { documents: tCounted(count, 'document') })
          : t('{{orders}} waiting for this', { orders: tCounted(count, 'order') })}
      </Text>
      <List size="sm">
        {titles.map(({ id, title }) => (
          <List.Item key={id}>
            {of === 'scan' ? (
              <DocumentLink to={{ id, filename: title }} size="sm" />
            ) : (
              <TextLink to="/orders/$id" params={{ id }} size="sm">
                {title}
              </TextLink>
            )}
          </List.Item>
        ))}
      </List>
      {paper !== null && <Paper of={paper} />}
    </Stack>
  )
}

/** Two documents side by side, with their differences marked, and their papers. */
function ComparedPair({ pair }: { pair: Pair }) {
  const { kept, other } = pair
  const hasPaper = kept.file !== null || other.file !== null
  return (
    <Stack gap="md">
      <Text size="xs" c="dimmed">
        {fateText(pair)}
      </Text>
      <Grid gap="lg" key={`${kept.id} ${other.id}`}>
        <Grid.Col span={{ base: 12, lg: hasPaper ? 5 : 9 }}>
          <Stack gap="md">
            <Heads pair={pair} />
            {pair.lines.length > 0 && <Lines pair={pair} />}
            {!hasPaper && (
              <Text size="sm" c="dimmed">
                {t('Neither has a file to look at.')}
              </Text>
            )}
          </Stack>
        </Grid.Col>
        {hasPaper && (
          <Grid.Col span={{ base: 12, lg: 7 }}>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
              <PaperColumn title={partsOf(pair)[0]} of={kept} />
              <PaperColumn title={partsOf(pair)[1]} of={other} />
            </SimpleGrid>
          </Grid.Col>
        )}
      </Grid>
    </Stack>
  )
}

/** The roles of the two documents. */
function partsOf({ kept }: Pair): [string, string] {
  return kept.syncedAt === null ? [t('Older'), t('Younger')] : [t('Delivered'), t('Waiting')]
}

/** Fields that identify a paper are always shown. Other fields are shown if they differ. */
const mainKeys = ['vendor_name', 'invoice_no', 'invoice_date', 'gstin', 'total', 'account_no']

function rank(key: string): number {
  const at = mainKeys.indexOf(key)
  return at === -1 ? mainKeys.length : at
}

/** `name` repeats the vendor's name. */
const doubledKeys = new Set(['name'])

function Heads({ pair }: { pair: Pair }) {
  const { kept, other, head } = pair
  const fields = head.filter(({ key }) => !doubledKeys.has(key))
  const shown = fields
    .filter(({ key, differs }) => differs || mainKeys.includes(key))
    .toSorted((a, b) => rank(a.key) - rank(b.key))
  const alike = fields.length - shown.length
  return (
    <Comparison name={t('What they say')} pair={pair}>
      {shown.map((field) => (
        <Row
          key={field.key}
          name={labelOf('head', field.key)}
          differs={field.differs}
          kept={shownValue(field.kept)}
          other={shownValue(field.other)}
        />
      ))}
      <Row
        name={t('Lines')}
        differs={kept.lines !== other.lines}
        kept={formatCount(kept.lines)}
        other={formatCount(other.lines)}
      />
      <Row
        name={t('Brought by')}
        differs={false}
        kept={<Brought of={kept} />}
        other={<Brought of={other} />}
      />
      {alike > 0 && (
        <Table.Tr>
          <Table.Td colSpan={3} c="dimmed" fz="sm">
            {t('{{moreFields}} alike', { moreFields: tCounted(alike, 'more field') })}
          </Table.Td>
        </Table.Tr>
      )}
    </Comparison>
  )
}

function Brought({ of: { uploadedBy, createdAt, syncedAt } }: { of: PairPaper }) {
  return (
    <>
      {uploadedBy === '' ? '' : `${uploadedBy}, `}
      <When at={createdAt} />
      {syncedAt !== null && (
        <Text size="xs">{t('delivered {{syncedAt}}', { syncedAt: formatAgo(syncedAt) })}</Text>
      )}
    </>
  )
}

function Lines({ pair }: { pair: Pair }) {
  const { lines } = pair
  const differing = lines.filter((line) => line.differing.length > 0)
  if (differing.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {lines.length === 1
          ? t('The line says the same.')
          : t('All {{lines}} lines say the same.', { lines: formatCount(lines.length) })}
      </Text>
    )
  }
  return (
    <Comparison name={t('Lines that differ')} pair={pair}>
      {lines.map(
        (line, at) =>
          line.differing.length > 0 && (
            <Row
              key={at}
              name={t('Line {{line}}: {{fields}}', {
                line: at + 1,
                fields: line.differing.map((key) => labelOf('line', key)).join(', '),
              })}
              differs
              kept={lineText(line.kept)}
              other={lineText(line.other)}
            />
          ),
      )}
    </Comparison>
  )
}

type ComparisonProps = { name: string; pair: Pair; children: ReactNode }

function Comparison({ name, pair, children }: ComparisonProps) {
  const [left, right] = partsOf(pair)
  return (
    <Table.ScrollContainer minWidth={0} type="native" tabIndex={0} aria-label={name}>
      <Table verticalSpacing={4} horizontalSpacing="xs" aria-label={name} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="28%">
              <Title order={2} size="sm">
                {name}
              </Title>
            </Table.Th>
            <Table.Th>
              <Named part={left} of={pair.kept} />
            </Table.Th>
            <Table.Th>
              <Named part={right} of={pair.other} />
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Named({ part, of }: { part: string; of: PairPaper }) {
  return (
    <>
      <Text size="xs" c="dimmed">
        {part}
      </Text>
      <DocumentLink to={of} fz="sm" />
    </>
  )
}

type RowProps = { name: string; differs: boolean; kept: ReactNode; other: ReactNode }

function Row({ name, differs, kept, other }: RowProps) {
  const cell = {
    className: differs ? 'differing' : '',
    style: { overflowWrap: 'anywhere' },
  } as const
  return (
    <Table.Tr>
      <Table.Th fw={400} scope="row">
        {name}
      </Table.Th>
      <Table.Td {...cell}>{kept}</Table.Td>
      <Table.Td {...cell}>{other}</Table.Td>
    </Table.Tr>
  )
}

function PaperColumn({ title, of: { id, filename, file } }: { title: string; of: PairPaper }) {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {title}: {filename}
      </Text>
      {file === null ? (
        <Text size="sm" c="dimmed">
          {t('There is no file to look at.')}
        </Text>
      ) : (
        <Box className="pair-paper">
          <DocumentPaper id={id} filename={filename} file={file} />
        </Box>
      )}
    </Stack>
  )
}

function shownValue(value: JsonValue): string {
  const text = valueText(value)
  if (text === '') return '–'
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatDay(text) : text
}

/** A line as text: its item, quantity, rate and amount. */
function lineText(line: Record<string, JsonValue> | null): string {
  if (line === null) return '–'
  const text = (key: string) => valueText(line[key])
  const name = text('product_name') || text('description') || text('narration')
  const amount = text('amount') || text('debit') || text('credit')
  const parts = [
    name,
    text('date'),
    [text('qty'), text('rate')].filter(Boolean).join(' × '),
    amount,
  ]
  return parts.filter((part) => part !== '').join(' · ')
}
