import { Button, Group, Menu, Text } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Cancelled, Refusal } from '../refusal.ts'
import { IconButton, MenuAction } from './buttons.tsx'
import { showRefusal } from './commands.tsx'
import { dayOf } from './days.ts'
import { downloadTable, type FileColumn, type FileKind } from './list-export.ts'
import type { Column } from './table.tsx'
import { tCounted, formatCount } from './values.tsx'
import { inEnglish, t } from '../language/language.ts'

/** The number of rows in one request: the server's limit. */
const rowsPerCall = 200

/** The most rows of one file: more than any list of a small shop, and within a browser's memory. */
const rowsMax = 100_000

type Page<Row> = { items: readonly Row[]; total: number }

export type ExportMenuProps<Row> = {
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
