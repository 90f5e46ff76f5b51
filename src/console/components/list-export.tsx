import { Button, Group, Menu, Text } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CellValue as ExcelValue } from 'hucre/xlsx'
import { Cancelled, Refusal } from '../refusal.ts'
import { IconButton, MenuAction } from './buttons.tsx'
import { showRefusal } from './commands.tsx'
import { dayOf } from './days.ts'
import type { Column, CellValue, ValueKind } from './table.tsx'
import { tCounted, formatCount } from './values.tsx'
import { inEnglish, t } from '../language/language.ts'
import { readCsv, textOfCell } from '../../platform/csv.ts'
import { refusalOf } from '../client.ts'
import { downloadBlob, downloadCsv } from './csv.ts'

/** The number of rows in one request: the server's limit. */
const rowsPerCall = 200

/** The most rows of one file: more than any list of a small shop, and within a browser's memory. */
const rowsMax = 100_000

type Page<Row> = { items: readonly Row[]; total: number }

type ExportMenuProps<Row> = {
  /** The name of the file. */
  name: string
  /** The shown columns. */
  columns: readonly Column<Row>[]
  total: number
  /** The rows to export. If empty, all matching rows are loaded page by page. */
  rows: readonly Row[]
  fetchPage(page: number, size: number): Promise<Page<Row>>
}

/** Saves the shown or selected rows of a list as a file, in the same order and with the same columns. */
export function ExportMenu<Row extends { id: string }>(props: ExportMenuProps<Row>) {
  const { rows, total } = props
  const { run, done, cancel } = useExport(props)
  if (done !== null) {
    return (
      <Group gap="xs">
        <Text size="sm" role="status">
          {t('{{done}} of {{total}}', { done: formatCount(done), total: formatCount(total) })}
        </Text>
        <Button variant="subtle" size="compact-sm" onClick={cancel}>
          {t('Cancel')}
        </Button>
      </Group>
    )
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton icon={IconDownload} variant="subtle" size="compact-sm" className="list-tool">
          {t('Export')}
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {rows.length > 0
            ? t('{{number}} chosen', { number: formatCount(rows.length) })
            : t('All that fit')}
        </Menu.Label>
        <MenuAction icon={IconFileSpreadsheet} onClick={() => run('xlsx')}>
          {t('Excel file')}
        </MenuAction>
        <MenuAction icon={IconFileTypeCsv} onClick={() => run('csv')}>
          {t('CSV file')}
        </MenuAction>
      </Menu.Dropdown>
    </Menu>
  )
}

/** `done`: the number of rows loaded so far. Null while no export runs. */
function useExport<Row extends { id: string }>(props: ExportMenuProps<Row>) {
  const { name, columns, rows } = props
  const [done, setDone] = useState<number | null>(null)
  const isCancelled = useRef(false)
  const onRows = (count: number) => {
    if (isCancelled.current) throw new Cancelled()
    setDone(count)
  }
  const { mutate } = useMutation({
    async mutationFn(as: FileKind) {
      isCancelled.current = false
      const listed = rows.length > 0 ? rows : await allRows(props, onRows)
      const inFile = columns.filter(isInFile).map(withEnglishTitle)
      await downloadTable(`${name}-${dayOf(Date.now())}`, inFile, listed, as)
    },
    onError: (error) => showRefusal(error, t('The file was not made')),
    onSettled: () => setDone(null),
  })
  return {
    done,
    run: mutate,
    cancel() {
      isCancelled.current = true
    },
  }
}

function isInFile<Row>(column: Column<Row>): column is Column<Row> & FileColumn<Row> {
  return column.value !== undefined
}

/** Titles are always in English, so that people and programs with files of several shops find the same titles. */
function withEnglishTitle<Row>(column: FileColumn<Row>): FileColumn<Row> {
  return { ...column, title: inEnglish(column.title) }
}

/** An entry that moved to another page meanwhile is written once. */
async function allRows<Row extends { id: string }>(
  { total, fetchPage }: ExportMenuProps<Row>,
  onRows: (count: number) => void,
): Promise<Row[]> {
  if (total > rowsMax) {
    throw new Refusal(
      t('A file has at most {{rows}}: narrow the list first.', { rows: tCounted(rowsMax, 'row') }),
      400,
    )
  }
  const byId = new Map<string, Row>()
  for (let page = 1, isLast = false; !isLast; page++) {
    onRows(byId.size)
    const { items, total: all } = await fetchPage(page, rowsPerCall)
    for (const item of items) byId.set(item.id, item)
    isLast = page * rowsPerCall >= Math.min(all, rowsMax)
  }
  return [...byId.values()]
}

type ExcelItemProps = {
  /** The address of the same list as a CSV file. */
  href: string
  /** The name of the file, without its ending. */
  name: string
  children: string
}

/** A menu item that downloads a list as an Excel workbook, which can be imported like the CSV file. */
export function ExcelItem({ href, name, children }: ExcelItemProps) {
  const download = useMutation({
    mutationFn: () => downloadExcel(href, name),
    onError: (error) => showRefusal(error, t('The file could not be made')),
  })
  return (
    <Menu.Item
      leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
      onClick={() => download.mutate()}
    >
      {children}
    </Menu.Item>
  )
}

async function downloadExcel(href: string, name: string): Promise<void> {
  const answer = await fetch(href).catch(() => undefined)
  if (answer?.ok !== true) throw refusalOf(await answer?.json(), answer?.status)
  const csv = readCsv(await answer.text())
  if (typeof csv === 'string') throw new Refusal(csv, answer.status)
  await downloadTexts(
    name,
    csv.rows.map(({ cells }) => cells.map(textOfCell)),
  )
}

/** Saves rows of texts as a workbook. The first row has the titles. */
export async function downloadTexts(
  name: string,
  [titles = [], ...rows]: readonly (readonly string[])[],
): Promise<void> {
  const width = Math.max(titles.length, ...rows.map(({ length }) => length))
  const columns = Array.from({ length: width }, (_, at) => ({
    title: titles[at] ?? '',
    value: (row: readonly string[]) => row[at] ?? '',
  }))
  const filled = rows.filter((row) => row.some((cell) => cell !== ''))
  await downloadTable(name, columns, filled, 'xlsx')
}

/** A column of a file: its title, the kind of its values, and their source. */
export type FileColumn<Row> = Pick<Column<Row>, 'title' | 'kind'> & { value(row: Row): CellValue }

export type FileKind = 'csv' | 'xlsx'

/** The spreadsheet format of each kind of value, and the column's width in characters. */
const excelFormats: Readonly<Record<ValueKind, { numFmt?: string; width: number }>> = {
  text: { width: 24 },
  count: { numFmt: '0', width: 10 },
  amount: { numFmt: '#,##0.00', width: 14 },
  day: { numFmt: 'dd-mmm-yyyy', width: 13 },
  time: { numFmt: 'dd-mmm-yyyy hh:mm', width: 18 },
}

const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Saves rows as a file on this computer. `name` has no ending. */
export async function downloadTable<Row>(
  name: string,
  columns: readonly FileColumn<Row>[],
  rows: readonly Row[],
  as: FileKind,
): Promise<void> {
  if (as === 'csv') {
    const texts = rows.map((row) => columns.map((column) => textOf(column, row)))
    downloadCsv(`${name}.csv`, [columns.map(({ title }) => title), ...texts])
    return
  }
  const bytes = await excelFile(name, columns, rows)
  downloadBlob(new Blob([bytes], { type: mimeType }), `${name}.xlsx`)
}

/** Writes numbers as numbers and days as days. A text is never a formula, whatever its first character. */
export async function excelFile<Row>(
  sheet: string,
  columns: readonly FileColumn<Row>[],
  rows: readonly Row[],
): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded when the first file is made.
  const { XlsxStreamWriter } = await import('hucre/xlsx')
  const writer = new XlsxStreamWriter({
    name: sheet,
    columns: columns.map(({ title, kind = 'text' }) => ({ header: title, ...excelFormats[kind] })),
    freezePane: { rows: 1 },
  })
  for (const row of rows) {
    writer.addRow(columns.map(({ kind, value }) => excelValue(kind, value(row))))
  }
  return new Uint8Array(await writer.finish())
}

function excelValue(kind: ValueKind | undefined, value: CellValue): ExcelValue {
  if (value === null || value === '') return null
  if (kind === 'amount') return Number(value) / 100
  if (kind === 'day') return isDay(value) ? new Date(`${value}T00:00:00Z`) : value
  return kind === 'time' ? onTheClock(String(value)) : value
}

/** The printed date of a document may not be a day. */
function isDay(value: CellValue): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
}

/** A spreadsheet knows no time zones, so it gets the time of this computer's clock. */
function onTheClock(iso: string): Date {
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
}

function textOf<Row>({ kind, value }: FileColumn<Row>, row: Row): string {
  const told = value(row)
  if (told === null) return ''
  if (kind === 'amount') return (Number(told) / 100).toFixed(2)
  if (kind === 'time') return onTheClock(String(told)).toISOString().slice(0, 16).replace('T', ' ')
  return String(told)
}
