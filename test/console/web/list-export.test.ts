import { expect, test } from 'bun:test'
import { readXlsx } from 'hucre/xlsx'
import { excelFile, type FileColumn } from '../../../src/console/components/list-export.tsx'

type Bill = { seller: string; day: string; at: string; paise: number | null; lines: number }

const columns: readonly FileColumn<Bill>[] = [
  { title: 'Seller', value: ({ seller }) => seller },
  { title: 'Date', kind: 'day', value: ({ day }) => day },
  { title: 'Came in', kind: 'time', value: ({ at }) => at },
  { title: 'Total', kind: 'amount', value: ({ paise }) => paise },
  { title: 'Lines', kind: 'count', value: ({ lines }) => lines },
]

const at = new Date(2026, 10, 5, 15, 45).toISOString()

test('a list as an Excel file has numbers, days and times as such, and texts that stay texts', async () => {
  const bytes = await excelFile('Bills', columns, [
    { seller: '=1+1', day: '2026-11-05', at, paise: 1_234_550, lines: 3 },
    { seller: 'मीना', day: '33/11/26', at, paise: null, lines: 0 },
  ])
  const [sheet] = (await readXlsx(bytes)).sheets
  expect(sheet?.name).toBe('Bills')
  expect(sheet?.rows[0]).toEqual(['Seller', 'Date', 'Came in', 'Total', 'Lines'])
  expect(sheet?.rows[1]).toEqual([
    '=1+1',
    new Date('2026-11-05T00:00:00Z'),
    new Date('2026-11-05T15:45:00Z'),
    12_345.5,
    3,
  ])
  expect(sheet?.rows[2]?.slice(0, 2)).toEqual(['मीना', '33/11/26'])
  expect(sheet?.rows[2]?.[3] ?? null).toBe(null)
})

test('a list longer than what browsers compress at once is one file all the same', async () => {
  const bills = Array.from({ length: 20_000 }, (_, lines) => ({
    seller: `Seller ${lines}`,
    day: '2026-11-05',
    at,
    paise: lines,
    lines,
  }))
  const bytes = await excelFile('Bills', columns, bills)
  const [sheet] = (await readXlsx(bytes)).sheets
  expect(sheet?.rows).toHaveLength(20_001)
  expect(sheet?.rows[20_000]?.[0]).toBe('Seller 19999')
})
