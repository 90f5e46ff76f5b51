import {
  Alert,
  Button,
  Group,
  Progress,
  Stack,
  Text,
  Badge,
  EmptyState,
  SegmentedControl,
} from '@mantine/core'
import { IconCheck, IconDownload, IconSearchOff } from '@tabler/icons-react'
import { api, ask } from '../../client.ts'
import { IconButton, LinkButton } from '../../components/buttons.tsx'
import { showRefusal, useCommand } from '../../components/commands.tsx'
import { downloadCsv } from '../../components/csv.ts'
import { downloadTexts } from '../../components/list-export.tsx'
import { counted, formatCount, Money } from '../../components/values.tsx'
import { messageOf } from '../../refusal.ts'
import { type Column, isMoney, labelOf } from './columns.ts'
import type { ImportFile } from './file.ts'
import { refusedRows, type RowResult, type Outcome } from './rows.ts'
import type { Run } from './run.ts'
import { Fragment, useState, useEffect, useRef } from 'react'
import { Noted } from '../../components/cells.tsx'
import { DataTable, type Column as TableColumn } from '../../components/table.tsx'
import { LeaveQuestion } from '../../components/unsaved.tsx'
import { newKey } from '../../new-key.ts'
import type { Photo, Placing, Target } from '../photos/photos.ts'
import { SavingPhotos, useSaving } from '../photos/saving.tsx'
import { filesOfRow } from './local-images.ts'

type PreviewProps = {
  file: ImportFile
  run: Run
  onBack(): void
  onRetry(): void
  onNext(): void
}

/** The forecast for each row. Nothing is saved yet. */
export function Preview({ file, run, onBack, onRetry, onNext }: PreviewProps) {
  const { results, state } = run
  const written = countOf(results, 'created') + countOf(results, 'changed')
  const refused = countOf(results, 'refused')
  return (
    <Stack>
      <RunProgress run={run} label="Checking" onGoOn={onRetry} goOnLabel="Check again" />
      {state === 'done' && (
        <>
          <MissingCategories results={results} onAdded={onRetry} />
          {refused > 0 && (
            <Alert color="yellow" role="status">
              {counted(refused, 'row')} cannot be brought in. Correct the file and choose it again,
              or go on without them: they can be saved as a file of their own.
            </Alert>
          )}
          <ResultRows results={results} isPreview />
        </>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          Back to the columns
        </Button>
        {state === 'done' && refused > 0 && <RefusedButton file={file} results={results} />}
        {state === 'done' && (
          <Button onClick={onNext} disabled={written === 0}>
            {written === 0 ? 'Nothing to bring in' : `Bring in ${counted(written, 'product')}`}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

type ImportingProps = {
  file: ImportFile
  columns: readonly (Column | null)[]
  run: Run
  onGoOn(): void
  onStartOver(): void
}

/** The import itself, with the result of each row. */
export function Importing({ file, columns, run, onGoOn, onStartOver }: ImportingProps) {
  const { results, state } = run
  const refused = countOf(results, 'refused')
  return (
    <Stack>
      <RunProgress run={run} label="Bringing in" onGoOn={onGoOn} goOnLabel="Go on" />
      {state === 'done' && (
        <Alert color="green" icon={<IconCheck aria-hidden />} title="Done" role="status">
          {counted(countOf(results, 'created'), 'product')} added,{' '}
          {counted(countOf(results, 'changed'), 'product')} changed,{' '}
          {counted(countOf(results, 'unchanged'), 'product')} as they were,{' '}
          {counted(refused, 'row')} refused.
        </Alert>
      )}
      {state === 'done' && <RowPictures file={file} columns={columns} results={results} />}
      {state !== 'running' && results.length > 0 && <ResultRows results={results} />}
      {state !== 'running' && (
        <Group justify="flex-end">
          <Button variant="default" onClick={onStartOver}>
            Another file
          </Button>
          {refused > 0 && <RefusedButton file={file} results={results} />}
          <LinkButton to="/catalogue">See the products</LinkButton>
        </Group>
      )}
    </Stack>
  )
}

type RunProgressProps = { run: Run; label: string; onGoOn(): void; goOnLabel: string }

/** The progress. If the import stopped: the reason, and a button to go on. */
function RunProgress({ run, label, onGoOn, goOnLabel }: RunProgressProps) {
  const { results, total, state, error } = run
  return (
    <>
      {state === 'running' && (
        <Stack gap={4} maw={720}>
          <Progress value={(100 * results.length) / Math.max(total, 1)} aria-label={label} />
          <Text size="sm" c="dimmed" role="status">
            {label}: {formatCount(results.length)} of {formatCount(total)} rows
          </Text>
        </Stack>
      )}
      {state === 'stopped' && (
        <Alert color="red" role="alert" title={`Stopped after ${formatCount(results.length)} rows`}>
          <Group justify="space-between">
            <Text size="sm">{messageOf(error)}</Text>
            <Button variant="default" size="xs" onClick={onGoOn}>
              {goOnLabel}
            </Button>
          </Group>
        </Alert>
      )}
    </>
  )
}

/** The most categories that the alert names. The others are only counted. */
const namedMax = 8

type MissingCategoriesProps = { results: readonly RowResult[]; onAdded(): void }

/** The server refuses rows with an unknown category. The user can add the categories here and check the rows again. */
function MissingCategories({ results, onAdded }: MissingCategoriesProps) {
  const missing = missingIn(results)
  const adding = useCommand({
    async run() {
      try {
        for (const name of missing) await ask(api.categories.post({ name }))
      } finally {
        // Called even if a category was refused: the categories before it were added.
        onAdded()
      }
    },
  })
  if (missing.length === 0) return null
  const isOne = missing.length === 1
  const named = missing.slice(0, namedMax).join(', ')
  const rest = missing.length > namedMax ? ` and ${missing.length - namedMax} more` : ''
  return (
    <Alert
      color="cyan"
      title={
        isOne ? 'A category that the shop does not have' : 'Categories that the shop does not have'
      }
    >
      <Group justify="space-between">
        <Text size="sm" maw="60ch">
          {named}
          {rest}.{' '}
          {isOne
            ? 'Products in it are refused until it is added.'
            : 'Products in them are refused until they are added.'}
        </Text>
        <Button
          variant="default"
          size="xs"
          loading={adding.isPending}
          onClick={() => adding.mutate()}
        >
          {isOne ? 'Add the category' : `Add the ${missing.length} categories`}
        </Button>
      </Group>
    </Alert>
  )
}

/** Each category once, whatever its case. */
function missingIn(results: readonly RowResult[]): string[] {
  const names = results.flatMap(({ missingCategory }) => missingCategory?.trim() ?? [])
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()]
}

type RefusedButtonProps = { file: ImportFile; results: readonly RowResult[] }

/** Saves the refused rows with their reasons, in the format of the file. The user corrects the rows and imports them again. */
function RefusedButton({ file, results }: RefusedButtonProps) {
  const save = () => {
    const name = `${file.source.name.replace(/\.(csv|txt|xlsx)$/i, '')}-refused`
    const rows = refusedRows(file.header, results)
    if (file.sheet === null) return downloadCsv(`${name}.csv`, rows, file.delimiter)
    downloadTexts(name, rows).catch((error: unknown) => showRefusal(error))
  }
  return (
    <IconButton variant="default" icon={IconDownload} onClick={save}>
      Save the refused rows
    </IconButton>
  )
}

/** The number of rows on a page. */
const pageSize = 50

type ResultRowsProps = {
  results: readonly RowResult[]
  /** The results are a forecast: nothing is saved yet. */
  isPreview?: boolean
}

/** The rows of the file with their results, grouped by result. */
function ResultRows({ results, isPreview = false }: ResultRowsProps) {
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

function countOf(results: readonly RowResult[], wanted: Outcome): number {
  return results.filter(({ outcome }) => outcome === wanted).length
}

type RowPicturesProps = {
  file: ImportFile
  columns: readonly (Column | null)[]
  results: readonly RowResult[]
}

/** After the import of the rows, adds the pictures that came with the file to the products. */
function RowPictures({ file, columns, results }: RowPicturesProps) {
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
