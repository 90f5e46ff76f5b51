import type { CellValue } from 'hucre/xlsx'
import { writeCsv } from '../../platform/csv.ts'
import { toRupees } from '../../platform/money.ts'
import type { Entry } from '../../gstr2b/entries/entry.ts'

/** The states of lines, for people. */
export const stateNames: Readonly<Record<Entry['state'], string>> = {
  matched: 'In both',
  differs: 'Differs',
  suggested: 'Likely',
  no_bill: 'No bill',
  not_in_2b: 'Not in 2B',
  none_needed: 'None needed',
  replaced: 'Replaced',
}

type Column = { title: string; width: number; numFmt?: string; value(entry: Entry): CellValue }

const amount = { width: 14, numFmt: '#,##0.00' }
const day = { width: 13, numFmt: 'dd-mmm-yyyy' }
const text = { width: 20 }

const columns: readonly Column[] = [
  { title: 'Month', width: 10, value: ({ period }) => period },
  { title: 'Where', width: 12, value: ({ state }) => stateNames[state] },
  { title: 'Seller', width: 30, value: ({ seller }) => seller },
  { title: 'GSTIN', ...text, value: ({ gstin }) => gstin },
  { title: 'Kind', width: 14, value: ({ kind }) => kind.replaceAll('_', ' ') },
  { title: 'Number', ...text, value: ({ number }) => number },
  { title: 'Date', ...day, value: (entry) => dayOf(entry.day) },
  { title: 'Total', ...amount, value: ({ totalPaise }) => toRupees(totalPaise) },
  { title: 'Taxable value', ...amount, value: ({ taxablePaise }) => rupeesOf(taxablePaise) },
  { title: 'GST', ...amount, value: ({ taxPaise }) => toRupees(taxPaise) },
  { title: 'Credit', width: 10, value: ({ itc }) => itc ?? '' },
  { title: 'Why no credit', width: 14, value: ({ reason }) => reason },
  { title: 'Filed on', ...day, value: (entry) => dayOf(entry.filedOn) },
  { title: "Bill's number", ...text, value: ({ bill }) => bill?.number ?? '' },
  { title: "Bill's date", ...day, value: ({ bill }) => dayOf(bill?.day ?? '') },
  { title: "Bill's total", ...amount, value: ({ bill }) => rupeesOf(bill?.totalPaise ?? null) },
  { title: 'Why', width: 60, value: ({ why }) => why },
  { title: 'Marked', width: 10, value: ({ mark }) => mark ?? '' },
  { title: 'Note', width: 30, value: ({ note }) => note },
]

/** The lines as a CSV file without formulas. */
export function csvOf(entries: readonly Entry[]): string {
  const rows = entries.map((entry) => columns.map(({ value }) => shown(value(entry))))
  return writeCsv([columns.map(({ title }) => title), ...rows])
}

/** The same as a workbook: amounts are numbers, days are dates, and a text is never a formula. */
export async function workbookOf(entries: readonly Entry[]): Promise<Uint8Array> {
  const { XlsxStreamWriter } = await import('hucre/xlsx')
  const writer = new XlsxStreamWriter({
    name: 'GSTR-2B',
    columns: columns.map(({ title, width, numFmt }) => ({
      header: title,
      width,
      ...(numFmt === undefined ? {} : { numFmt }),
    })),
    freezePane: { rows: 1 },
  })
  for (const entry of entries) writer.addRow(columns.map(({ value }) => value(entry)))
  return await writer.finish()
}

function shown(value: CellValue): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  return typeof value === 'number' ? value.toFixed(2) : String(value ?? '')
}

function rupeesOf(paise: number | null): number | null {
  return paise === null ? null : toRupees(paise)
}

function dayOf(given: string): Date | null {
  return given === '' ? null : new Date(`${given}T00:00:00Z`)
}
