import { Anchor, Text } from '@mantine/core'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { showRefusal } from '../../components/commands.tsx'
import { downloadTable, type FileKind } from '../../components/list-export.ts'
import { isMoney, labelOf } from './columns.ts'

type Row = Awaited<ReturnType<typeof page>>['rows'][number]

function page(after: number) {
  return ask(api['product-table'].get({ query: { after } }))
}

/** A file of every product with a SKU and of its variants. It can be changed and imported again. */
export function ProductsAsFile() {
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
