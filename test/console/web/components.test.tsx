import { MantineProvider } from '@mantine/core'
import { describe, expect, test } from 'bun:test'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Refusal } from '../../../src/console/refusal.ts'
import {
  formatBytes,
  counted,
  Money,
  formatAgo,
  When,
} from '../../../src/console/components/values.tsx'
import { Loaded } from '../../../src/console/components/loaded.tsx'
import { DataTable, type Column } from '../../../src/console/components/table.tsx'

const dayMs = 24 * 60 * 60 * 1000

function shown(node: ReactNode): string {
  return renderToStaticMarkup(<MantineProvider env="test">{node}</MantineProvider>)
}

describe('counts and sizes', () => {
  test('are written as in India, with the word in its number', () => {
    expect(counted(1, 'line')).toBe('1 line')
    expect(counted(123_456, 'line')).toBe('1,23,456 lines')
  })

  test.each([
    [0, '0 bytes'],
    [812, '812 bytes'],
    [12_800, '12.5 KB'],
    [32 * 1024 * 1024, '32 MB'],
    [1.25 * 1024 ** 3, '1.3 GB'],
  ])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))
})

describe('amounts and times', () => {
  test('are written as in India', () => {
    expect(shown(<Money paise={12_345_650} />)).toContain('₹1,23,456.50')
    expect(shown(<Money paise={-100} />)).toContain('-₹1.00')
  })

  test('show a time so that nobody takes the month for the day', () => {
    const at = new Date(2026, 10, 5, 15, 45).toISOString()
    expect(shown(<When at={at} />)).toContain('5 Nov 2026, 3:45 pm')
    expect(shown(<When at={at} dateOnly />)).toMatch(/>5 Nov 2026</)
    expect(shown(<When at={null} never="never" />)).toContain('never')
  })

  test.each([
    [-3 * dayMs, '3 days ago'],
    // Some milliseconds pass before it is looked at.
    [dayMs + 1_000, 'tomorrow'],
    [-2 * 60 * 60 * 1000, '2 hours ago'],
    [-90 * dayMs, '3 months ago'],
  ])('%d ms from now is "%s"', (distance, text) => {
    expect(formatAgo(new Date(Date.now() + distance).toISOString())).toBe(text)
  })
})

type Bill = { id: string; vendor: string; paise: number }

const columns: Column<Bill>[] = [
  { key: 'vendor', title: 'Vendor', isMain: true, canSort: true, cell: ({ vendor }) => vendor },
  { key: 'amount', title: 'Amount', align: 'right', cell: ({ paise }) => <Money paise={paise} /> },
]

const table = {
  label: 'Bills',
  columns,
  rows: [{ id: '1', vendor: 'Acme', paise: 100 }],
  idOf: ({ id }: Bill) => id,
  onRetry: () => undefined,
  empty: 'No bills yet',
}

describe('a list', () => {
  test('names itself, its rows and each value', () => {
    const html = shown(<DataTable {...table} />)
    expect(html).toContain('aria-label="Bills"')
    expect(html).toMatch(/role="rowheader"[^>]*>Acme/)
    expect(html).toMatch(/data-title="Amount"/)
  })

  test('says by which column it is sorted', () => {
    const html = shown(
      <DataTable {...table} sort={{ by: 'vendor', isDescending: true }} onSort={() => undefined} />,
    )
    expect(html).toContain('aria-sort="descending"')
  })

  test('says what to do next when it is empty, and what happened when it failed', () => {
    expect(shown(<DataTable {...table} rows={[]} />)).toContain('No bills yet')
    const failed = shown(
      <DataTable {...table} rows={undefined} error={new Refusal('The disk is full.', 507)} />,
    )
    expect(failed).toContain('This could not be shown')
    expect(failed).toContain('The disk is full.')
    expect(failed).toContain('Try again')
  })

  test('is busy until it is there', () => {
    expect(shown(<DataTable {...table} rows={undefined} />)).toContain('aria-busy="true"')
  })

  test('is paged by the server, and tells where it is', () => {
    const paging = { page: 2, size: 50, total: 123_456, onChange: () => undefined }
    const html = shown(<DataTable {...table} paging={paging} />)
    expect(html).toContain('51 to 100 of 1,23,456')
    expect(html).toContain('aria-label="Pages of Bills"')
  })

  test('leads back when the page that was shown is no more', () => {
    const paging = { page: 3, size: 50, total: 100, onChange: () => undefined }
    const html = shown(<DataTable {...table} rows={[]} paging={paging} />)
    expect(html).toContain('Show the last page')
    expect(html).not.toContain('No bills yet')
    expect(html).not.toContain('101 to 100')
  })

  test('stays when it could not be asked for anew, and says so', () => {
    const html = shown(<DataTable {...table} error={new Refusal('Daybook is busy.', 503)} />)
    expect(html).toContain('This may be out of date')
    expect(html).toContain('Acme')
  })

  test('names what is selected', () => {
    const selection = {
      has: (id: string) => id === '1',
      choose: () => undefined,
      nameOf: ({ vendor }: Bill) => vendor,
    }
    const html = shown(<DataTable {...table} selection={selection} />)
    expect(html).toContain('aria-label="Select Acme"')
    expect(html).toContain('aria-label="Select all on this page"')
  })
})

const query = { data: undefined, error: null, refetch: () => Promise.reject(new Error('unused')) }

function loaded(found: { data?: string; error?: Refusal }): string {
  return shown(
    <Loaded query={{ ...query, ...found }} pending="Loading">
      {(name: string) => name}
    </Loaded>,
  )
}

test('what is fetched is there once it came, and stays when asking anew fails', () => {
  const error = new Refusal('Daybook is busy.', 503)
  expect(loaded({})).toContain('Loading')
  expect(loaded({ error })).toContain('Daybook is busy.')
  expect(loaded({ data: 'Acme', error })).toContain('Acme')
})
