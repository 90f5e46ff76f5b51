import { Anchor, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadCsv } from '../../components/csv.ts'
import { FormRefusal } from '../../components/form.tsx'
import { showRefusal, useRefresh } from '../../components/commands.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { LeaveQuestion } from '../../components/unsaved.tsx'
import { Refusal } from '../../refusal.ts'
import { guessColumns, type Column, isMoney, labelOf } from './columns.ts'
import { readImportFile, withHeader, type ImportFile } from './file.ts'
import { isArchive, isPicture, localImagesOf, noImages } from './local-images.ts'
import { MatchColumns } from './match-columns.tsx'
import { Importing, Preview } from './results.tsx'
import { sampleTable, withVariantsBehind, type Input } from './rows.ts'
import { useRun } from './run.ts'
import { api, ask } from '../../client.ts'
import { downloadTable, type FileKind } from '../../components/list-export.tsx'
import { DropHint } from '../../components/drop-hint.tsx'

type Step = 'choose' | 'match' | 'preview' | 'import'

const steps = {
  choose: 'Step 1 of 4: choose the file',
  match: 'Step 2 of 4: say what its columns are',
  preview: 'Step 3 of 4: look at what will happen',
  import: 'Step 4 of 4: bring the products in',
} as const satisfies Record<Step, string>

/** Imports products from a CSV file or a workbook. Nothing is saved before the last step. */
export function ProductImportPage() {
  const { step, file, columns, countedAt, check, bringIn, ...go } = useImport()
  return (
    <>
      <PageHeader title="Import products" trail={[{ to: '/catalogue', label: 'Products' }]}>
        {steps[step]}
      </PageHeader>
      <StopQuestion isRunning={bringIn.state === 'running'} />
      {step === 'choose' && <ChooseFile onChosen={go.begin} />}
      {step === 'match' && file !== null && (
        <MatchColumns
          file={file}
          columns={columns}
          onChange={go.match}
          countedAt={countedAt}
          onCounted={go.count}
          onHeader={(row) => go.choose(withHeader(file, row))}
          onSheet={go.readSheet}
          onBack={go.startOver}
          onNext={go.look}
        />
      )}
      {step === 'preview' && file !== null && (
        <Preview file={file} run={check} onBack={go.back} onRetry={go.look} onNext={go.write} />
      )}
      {step === 'import' && file !== null && (
        <Importing
          file={file}
          columns={columns}
          run={bringIn}
          onGoOn={go.goOn}
          onStartOver={go.startOver}
        />
      )}
    </>
  )
}

/** The current step of the import, and the commands that change the step. */
function useImport() {
  const refresh = useRefresh()
  const [step, setStep] = useState<Step>('choose')
  const [file, setFile] = useState<ImportFile | null>(null)
  const [columns, setColumns] = useState<readonly (Column | null)[]>([])
  const [countedAt, setCountedAt] = useState('')
  const check = useRun()
  const bringIn = useRun(() => void refresh())
  const input = (dryRun: boolean): Input => ({
    columns,
    rows: withVariantsBehind(file?.rows ?? [], columns),
    images: file?.images ?? noImages,
    dryRun,
    asOf: columns.includes('stock_quantity') ? timeOf(countedAt) : undefined,
    expected: check.run.results,
  })
  const choose = (chosen: ImportFile) => {
    setFile(chosen)
    setColumns(guessColumns(chosen.header))
    setCountedAt(localTime(chosen.source.lastModified))
  }
  const begin = (chosen: ImportFile) => {
    choose(chosen)
    setStep('match')
  }
  const readSheet = async (name: string) => {
    const read = file === null ? null : await readImportFile(file.source, name)
    if (typeof read === 'string') showRefusal(new Refusal(read, 400), `Not the sheet “${name}”`)
    else if (read !== null && file !== null) choose({ ...read, images: file.images })
  }
  const look = () => {
    check.start(input(true))
    setStep('preview')
  }
  const write = () => {
    bringIn.start(input(false))
    setStep('import')
  }
  const startOver = () => {
    check.reset()
    bringIn.reset()
    setFile(null)
    setStep('choose')
  }
  const back = () => {
    check.reset()
    setStep('match')
  }
  return {
    step,
    file,
    columns,
    check: check.run,
    bringIn: bringIn.run,
    begin,
    choose,
    readSheet: (name: string) => void readSheet(name),
    countedAt,
    count: setCountedAt,
    match: setColumns,
    look,
    back,
    write,
    goOn: () => bringIn.goOn(input(false)),
    startOver,
  }
}

/** A time as a field for a time holds it: in the browser's time zone, to the minute. */
function localTime(ms: number): string {
  const minutesAhead = new Date(ms).getTimezoneOffset()
  return new Date(ms - minutesAhead * 60_000).toISOString().slice(0, 16)
}

/** Undefined for an empty field. */
function timeOf(local: string): string | undefined {
  const time = new Date(local)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

function StopQuestion({ isRunning }: { isRunning: boolean }) {
  return (
    <LeaveQuestion
      isDirty={() => isRunning}
      title="Stop the import?"
      stay="Stay here"
      leave="Stop and leave"
    >
      The rows that were brought in so far stay. The others are left out; the same file can be
      brought in again.
    </LeaveQuestion>
  )
}

/** The table among the dropped files, with the pictures. */
async function readFiles(files: readonly File[]): Promise<ImportFile | string> {
  const [table, another] = files.filter((file) => !isArchive(file) && !isPicture(file))
  if (table === undefined) return 'Choose the table itself too: pictures alone go to “Add photos”.'
  if (another !== undefined) return 'Choose one table at a time.'
  const read = await readImportFile(table)
  return typeof read === 'string' ? read : { ...read, images: await localImagesOf(files) }
}

/** Takes a dropped or chosen file, also with a folder or an archive of pictures. */
function ChooseFile({ onChosen }: { onChosen(file: ImportFile): void }) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isReading, setReading] = useState(false)
  const choose = async (files: readonly File[]) => {
    setProblem(null)
    setReading(true)
    // The user may have moved the file, or a program may lock it.
    const read = await readFiles(files).catch(() => 'The file could not be read. Choose it again.')
    setReading(false)
    if (typeof read === 'string') setProblem(read)
    else onChosen(read)
  }
  return (
    <Stack maw={720}>
      <FormRefusal>{problem}</FormRefusal>
      <Dropzone
        onDrop={(files) => void choose(files)}
        loading={isReading}
        p="xl"
        aria-label="Choose a file"
      >
        <DropHint
          icon={IconFileSpreadsheet}
          title="Drop a CSV file or an Excel workbook here, or press to choose it"
        >
          From Excel, Google Sheets, Tally, WooCommerce or Shopify; with it a folder or ZIP of the
          pictures that it names.
        </DropHint>
      </Dropzone>
      <Text size="sm" c="dimmed">
        It needs a column of SKUs, and one of names for products that are new. Lines above the
        titles, as Tally and others write them, may stay. A product whose SKU is in the shop already
        is changed: what the file does not say of it stays as it is. Nothing is written before you
        have seen what will happen.{' '}
        <Anchor
          component="button"
          type="button"
          inherit
          underline="always"
          onClick={() => downloadCsv('products.csv', sampleTable)}
        >
          Save a sample file
        </Anchor>
      </Text>
      <ProductsAsFile />
    </Stack>
  )
}

type Row = Awaited<ReturnType<typeof page>>['rows'][number]

function page(after: number) {
  return ask(api['product-table'].get({ query: { after } }))
}

/** A file of every product with a SKU and of its variants. It can be changed and imported again. */
function ProductsAsFile() {
  const [read, setRead] = useState<number | null>(null)
  const save = async (as: FileKind) => {
    setRead(0)
    try {
      await saveProducts(as, setRead)
    } catch (error) {
      showRefusal(error, 'The products could not be saved')
    }
    setRead(null)
  }
  if (read !== null) {
    return (
      <Text size="sm" c="dimmed" role="status">
        Reading the products: {read} rows
      </Text>
    )
  }
  return (
    <Text size="sm" c="dimmed">
      To change many products or variants at once, save them all as{' '}
      <Anchor component="button" inherit underline="always" onClick={() => void save('xlsx')}>
        an Excel workbook
      </Anchor>{' '}
      or as{' '}
      <Anchor component="button" inherit underline="always" onClick={() => void save('csv')}>
        a CSV file
      </Anchor>
      , change what you like, and bring the file in again. Products without a SKU are not in it.
    </Text>
  )
}

async function saveProducts(as: FileKind, onRead: (rows: number) => void): Promise<void> {
  const rows: Row[] = []
  let columns: readonly string[] = []
  for (let after: number | null = 0; after !== null;) {
    const read = await page(after)
    columns = read.columns
    rows.push(...read.rows)
    after = read.after
    onRead(rows.length)
  }
  await downloadTable('products', columns.map(fileColumn), rows, as)
}

function fileColumn(field: string, at: number) {
  return {
    title: labelOf(field),
    kind: isMoney(field) ? ('amount' as const) : ('text' as const),
    value: (row: Row) => valueOf(field, row[at] ?? null),
  }
}

/** The value in the form that an import takes. An amount becomes paise, as in all files of the console. */
function valueOf(field: string, cell: Row[number]): string | number | null {
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  if (field === 'gst_pct' && cell !== null) return `${cell}%`
  return isMoney(field) && typeof cell === 'number' ? Math.round(cell * 100) : cell
}
