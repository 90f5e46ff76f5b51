import { writeXlsx } from 'hucre/xlsx'
import { utils, write } from '@e965/xlsx'
import type { Movement, Statement } from '../compose/statement.ts'
import type { Kit } from '../kit.ts'
import type { TruthDocument, Value } from '../truth.ts'
import { hdfc, icici, type Rows, sbi, sided, type Table } from './bank-tables.ts'
import { camt, mt940, ofx } from './statement-formats.ts'

/* Statements as files from banks: tables of several kinds, and formats for programs. */

/** A bank's file and its true content. */
export type BankFile = { name: string; make(kit: Kit, statement: Statement): Promise<Made> }

type Made = { bytes: Uint8Array; extension: string; truth: TruthDocument }

type Written = { extension: string; bytes: (rows: Rows) => Promise<Uint8Array> }

const utf8 = new TextEncoder()

const csv: Written = {
  extension: 'csv',
  bytes: async (rows) => utf8.encode(rows.map((row) => row.map(quoted).join(',')).join('\r\n')),
}

const xlsx: Written = {
  extension: 'xlsx',
  bytes: async (rows) => await writeXlsx({ sheets: [{ name: 'Statement', rows }] }),
}

/** Excel's format before 2007. */
const xls: Written = {
  extension: 'xls',
  bytes: async (rows) => {
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Statement')
    const bytes: ArrayBuffer = write(book, { bookType: 'biff8', type: 'array' })
    return new Uint8Array(bytes)
  },
}

/** Text with tabs that some banks call .xls. */
const tabbed: Written = {
  extension: 'xls',
  bytes: async (rows) => utf8.encode(rows.map((row) => row.join('\t')).join('\n')),
}

/** A table of a web page, also called .xls. */
const webTable: Written = {
  extension: 'xls',
  bytes: async (rows) => {
    return utf8.encode(
      `<html><body><table>${rows.map((row) => `<tr>${htmlCells(row)}</tr>`).join('\n')}</table></body></html>`,
    )
  },
}

export const bankFiles: readonly BankFile[] = [
  ofTable('csv-hdfc', hdfc, csv),
  ofTable('csv-sbi', sbi, csv),
  ofTable('csv-sided', sided, csv),
  ofTable('xlsx-icici', icici, xlsx),
  ofTable('xlsx-sbi', sbi, xlsx),
  ofTable('xls-icici', icici, xls),
  ofTable('xls-sided', sided, xls),
  ofTable('xls-tabs', sbi, tabbed),
  ofTable('xls-web', sided, webTable),
  ofFormat('ofx', 'ofx', ofx),
  ofFormat('mt940', 'sta', mt940),
  ofFormat('camt053', 'xml', camt),
]

function ofTable(name: string, table: Table, { extension, bytes }: Written): BankFile {
  return {
    name,
    async make(kit, statement) {
      const { before, headings, row, after } = table
      const rows = [
        ...before(kit, statement),
        [...headings],
        ...statement.movements.map((movement, at) => row(kit, movement, at)),
        ...after(kit, statement),
      ]
      return {
        bytes: await bytes(rows),
        extension,
        truth: truthOf(statement, table.head(statement), table.keys),
      }
    },
  }
}

function ofFormat(name: string, extension: string, format: typeof ofx): BankFile {
  return {
    name,
    async make(_, statement) {
      const { text, head, keys } = format(statement)
      return { bytes: utf8.encode(text), extension, truth: truthOf(statement, head, keys) }
    },
  }
}

function truthOf(
  statement: Statement,
  head: Record<string, Value>,
  keys: readonly string[],
): TruthDocument {
  const { opening, closing, from, to } = statement
  const also = {
    opening_balance: [opening / 100],
    closing_balance: [closing / 100],
    statement_from: [from, statement.movements[0]?.date ?? from],
    statement_to: [to, statement.movements.at(-1)?.date ?? to],
    statement_date: [to],
    currency: ['INR'],
    account_no: [statement.account],
    ifsc: [statement.ifsc],
    account_name: [statement.holder],
  }
  return {
    category: 'bank_entry',
    kind: 'bank statement',
    pages: [1],
    head,
    lines: statement.movements.map((movement) => lineOf(movement, keys)),
    alsoHead: also,
    alsoLines: statement.movements.map(alsoOf),
  }
}

function lineOf(movement: Movement, keys: readonly string[]): Record<string, Value> {
  const { date, valueDate, narration, reference, side, amount, balance } = movement
  const all: Record<string, Value> = {
    date,
    value_date: valueDate,
    narration,
    reference,
    balance: balance / 100,
  }
  const said = keys.flatMap((key) => {
    const value = all[key]
    return value === undefined || value === '' ? [] : [[key, value] as const]
  })
  return { ...Object.fromEntries(said), [side]: amount / 100 }
}

function alsoOf({
  side,
  amount,
  date,
  reference,
  narration,
  balance,
}: Movement): Record<string, Value[]> {
  const other = side === 'debit' ? 'credit' : 'debit'
  return {
    [other]: [0],
    amount: [amount / 100, -amount / 100],
    dr_cr: [side === 'debit' ? 'DR' : 'CR', side],
    value_date: [date],
    date: [date],
    reference: [reference, '-', ''],
    description: [narration],
    balance: [balance / 100],
  }
}

function quoted(cell: string | number): string {
  const text = String(cell)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function htmlCells(row: Rows[number]): string {
  return row.map((cell) => `<td>${escaped(String(cell))}</td>`).join('')
}
