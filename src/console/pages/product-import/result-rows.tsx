import { Badge, EmptyState, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { Fragment, useState, useEffect, useRef } from 'react'
import { Noted } from '../../components/cells.tsx'
import { DataTable, type Column as TableColumn } from '../../components/table.tsx'
import { formatCount, Money } from '../../components/values.tsx'
import { isMoney, labelOf, type Column } from './columns.ts'
import type { Outcome, RowResult } from './rows.ts'
import { LeaveQuestion } from '../../components/unsaved.tsx'
import { newKey } from '../../new-key.ts'
import type { Photo, Placing, Target } from '../photos/photos.ts'
import { SavingPhotos, useSaving } from '../photos/saving.tsx'
import type { ImportFile } from './file.ts'
import { filesOfRow } from './local-images.ts'

/** The number of rows on a page. */
const pageSize = 50

type ResultRowsProps = {
  results: readonly RowResult[]
  /** The results are a forecast: nothing is saved yet. */
  isPreview?: boolean
}

/** The rows of the file with their results, grouped by result. */
export function ResultRows({ results, isPreview = false }: ResultRowsProps) {
  const [chosen, setChosen] = useState<Outcome>()
  const [page, setPage] = useState(1)
  const shown = outcomes.filter((outcome) => countOf(results, outcome) > 0)
  const outcome = chosen !== undefined && shown.includes(chosen) ? chosen : shown[0]
  const rows = results.filter((row) => row.outcome === outcome)
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label="Which rows"
        style={{ alignSelf: 'flex-start', maxWidth: '100%' }}
        value={outcome ?? 'created'}
        data={shown.map((one) => ({
          value: one,
          label: `${outcomeWords[one]} (${formatCount(countOf(results, one))})`,
        }))}
        onChange={(value) => {
          setChosen(outcomes.find((one) => one === value))
          setPage(1)
        }}
      />
      <DataTable
        label={isPreview ? 'What will happen' : 'What happened'}
        columns={resultColumns}
        rows={rows.slice((page - 1) * pageSize, page * pageSize)}
        idOf={({ row, sku }) => `${row} ${sku}`}
        onRetry={() => setPage(1)}
        empty={<EmptyState icon={<IconSearchOff aria-hidden />} title="No rows" />}
        paging={{ page, size: pageSize, total: rows.length, onChange: setPage }}
      />
    </Stack>
  )
}

const resultColumns: TableColumn<RowResult>[] = [
  { key: 'row', title: 'Row', align: 'right', width: '5rem', cell: ({ row }) => formatCount(row) },
  {
    key: 'product',
    title: 'Product',
    isMain: true,
    width: '34%',
    cell: ({ name, sku }) => (
      <Noted note={sku || 'no SKU'} fw={600}>
        <Text inherit lineClamp={2}>
          {name || 'no name'}
        </Text>
      </Noted>
    ),
  },
  {
    key: 'outcome',
    title: 'Becomes',
    width: '7rem',
    cell: ({ outcome }) => (
      <Badge variant="light" color={outcomeColours[outcome]} c="var(--mantine-color-text)">
        {outcomeWords[outcome]}
      </Badge>
    ),
  },
  { key: 'details', title: 'Details', cell: (row) => <RowDetails shown={row} /> },
]

/** The most characters of a long text that are shown. */
const textCharactersMax = 60

/** The reasons of a refusal, the changes and the warnings of a row. */
function RowDetails({ shown }: { shown: RowResult }) {
  const { outcome, reasons, changes, warnings } = shown
  if (reasons.length === 0 && changes.length === 0 && warnings.length === 0) return '–'
  return (
    <Stack gap={2}>
      {reasons.map((reason) => (
        <Text key={reason} size="sm">
          {reason}
        </Text>
      ))}
      {outcome === 'created' ? <NewValues values={changes} /> : <Changes changes={changes} />}
      {warnings.map((warning) => (
        <Text key={warning} size="xs" c="dimmed">
          {warning}
        </Text>
      ))}
    </Stack>
  )
}

function Changes({ changes }: Pick<RowResult, 'changes'>) {
  return changes.map(({ field, from, to }) => (
    <Text key={field} size="sm">
      {wordOf(field)}: <Value field={field} value={from} /> → <Value field={field} value={to} />
    </Text>
  ))
}

/** The values of a new product, in one line. */
function NewValues({ values }: { values: RowResult['changes'] }) {
  if (values.length === 0) return null
  return (
    <Text size="sm">
      {values.map(({ field, to }, at) => (
        <Fragment key={field}>
          {at > 0 && ' · '}
          {wordOf(field)} <Value field={field} value={to} />
        </Fragment>
      ))}
    </Text>
  )
}

type Shown = RowResult['changes'][number]['from']

/** The word before a value. The sign of the rate follows the value. */
function wordOf(field: string): string {
  return field === 'gst_pct' ? 'GST' : labelOf(field)
}

function Value({ field, value }: { field: string; value: Shown }) {
  if (value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && isMoney(field)) {
    return <Money paise={Math.round(value * 100)} />
  }
  const text = field === 'gst_pct' ? `${value} %` : String(value)
  return text.length > textCharactersMax ? `${text.slice(0, textCharactersMax)}…` : text
}

const outcomes = ['created', 'changed', 'refused', 'unchanged'] as const

const outcomeWords = {
  created: 'New',
  changed: 'Changed',
  refused: 'Refused',
  unchanged: 'As it is',
} as const satisfies Record<Outcome, string>

const outcomeColours = {
  created: 'green',
  changed: 'blue',
  refused: 'red',
  unchanged: 'gray',
} as const satisfies Record<Outcome, string>

export function countOf(results: readonly RowResult[], wanted: Outcome): number {
  return results.filter(({ outcome }) => outcome === wanted).length
}

type RowPicturesProps = {
  file: ImportFile
  columns: readonly (Column | null)[]
  results: readonly RowResult[]
}

/** After the import of the rows, adds the pictures that came with the file to the products. */
export function RowPictures({ file, columns, results }: RowPicturesProps) {
  const { saving, save, retry } = useSaving()
  const begin = useRef(() => {
    const placing = picturesOf({ file, columns, results })
    if (placing.photos.length > 0) void save({ ...placing, replaces: false })
  })
  useEffect(() => begin.current(), [])
  if (saving.state === 'idle') return null
  return (
    <>
      <LeaveQuestion
        isDirty={() => saving.state === 'running'}
        title="Stop the pictures?"
        stay="Stay here"
        leave="Stop and leave"
      >
        The products are in, but not all of their pictures.
      </LeaveQuestion>
      <SavingPhotos saving={saving} onRetry={() => void retry()} />
    </>
  )
}

function picturesOf({ file, columns, results }: RowPicturesProps): Placing {
  const photos: Photo[] = []
  const targets: Target[] = []
  for (const { id, name, sku, cells } of results) {
    const files = id === null ? [] : filesOfRow(columns, cells, file.images)
    if (id === null || files.length === 0) continue
    targets.push({ id, name, sku, images: [] })
    photos.push(
      ...files.map((picture, order) => ({
        key: newKey(),
        file: picture,
        url: '',
        productId: id,
        order,
        rivals: 0,
      })),
    )
  }
  return { photos, targets }
}
