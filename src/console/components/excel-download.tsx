import { Menu } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { readCsv, textOfCell } from '../../platform/csv.ts'
import { refusalOf } from '../client.ts'
import { Refusal } from '../refusal.ts'
import { showRefusal } from './commands.tsx'
import { downloadTable } from './list-export.ts'
import { t } from '../language/language.ts'

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
