import Papa from 'papaparse'
import { decodeCsv } from '../../platform/csv.ts'
import type { ReadDocument, ReadFile } from '../page.ts'
import { treeOf } from '../files/xml-invoice.ts'
import { isMt940, readMt940 } from './mt940.ts'
import { isOfx, readOfx } from './ofx.ts'
import { readSheetStatements } from './sheet-statement.ts'
import type { JsonObject } from '../../platform/json/json.ts'
import { nodesAt, objectsAt, textAt } from '../files/tree.ts'
import { dataValue, type Fields } from './data-values.ts'
import type { NamedBalance } from './named-balances.ts'
import { statementOf } from './statement.ts'

/* Statements as the files that banks give: told by what is in them, never by their names. */

/** The statements of a file without pages; none when it is something else. */
export function readBankFile({ pages, attachments, sheets = [] }: ReadFile): ReadDocument[] {
  if (pages.length > 0) return []
  return [
    ...sheets.flatMap(({ rows }) => readSheetStatements(rows)),
    ...(sheets.length > 0
      ? []
      : attachments.flatMap(({ bytes }) => readText(decodeCsv(bytes).text))),
  ]
}

function readText(text: string): ReadDocument[] {
  if (isMt940(text)) return readMt940(text)
  if (isOfx(text)) return readOfx(text)
  const tree = treeOf(text)
  if (tree !== undefined && 'Document' in tree) return readCamt(tree)
  return hasHtmlTable(text) ? readSheetStatements(htmlRows(text)) : readCsvStatements(text)
}

/** The first line says little: notes without a delimiter may stand over the table. */
const delimiters = [',', '\t', ';', '|', '~']

function readCsvStatements(text: string): ReadDocument[] {
  for (const delimiter of delimiters.filter((one) => text.includes(one))) {
    const { data } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: true })
    const statements = readSheetStatements(withDecimalPoints(data))
    if (statements.length > 0) return statements
  }
  return []
}

const decimalComma = /^-?\d[\d. ]*,\d{2}$/

/** A spreadsheet set to Europe writes 1.234,50, and then nowhere 1,234.50. */
function withDecimalPoints(rows: string[][]): string[][] {
  const cells = rows.flat()
  const isEuropean =
    cells.some((cell) => decimalComma.test(cell)) && !cells.some((cell) => /\d\.\d{2}$/.test(cell))
  if (!isEuropean) return rows
  return rows.map((row) => row.map((cell) => (decimalComma.test(cell) ? withPoint(cell) : cell)))
}

function withPoint(cell: string): string {
  return cell.replaceAll(/[. ]/g, '').replace(',', '.')
}

/* Some banks call a table of a web page ".xls": its cells are all that is wanted. */

function hasHtmlTable(text: string): boolean {
  return /<table[\s>]/i.test(text)
}

/** The rows of all tables, cells as texts; nothing in it is run or followed. */
function htmlRows(text: string): string[][] {
  const rows: string[][] = []
  let isOpen = false
  for (const [, end, tag = '', content = ''] of text.matchAll(
    /<(\/?)([a-z][a-z\d]*)[^<>]*>([^<]*)/gi,
  )) {
    const name = tag.toLowerCase()
    if (end === '' && name === 'tr') rows.push([])
    else if (name === 'td' || name === 'th') {
      isOpen = end === ''
      if (isOpen) rows.at(-1)?.push(plain(content))
    } else if (isOpen) addTo(rows.at(-1), plain(content))
  }
  return rows
}

/** What stands in a cell behind a tag: "<b>Date</b>", "a<br>b". */
function addTo(row: string[] | undefined, text: string): void {
  if (row === undefined || text === '') return
  row.push(`${row.pop() ?? ''} ${text}`.trim())
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  quot: '"',
  apos: "'",
}

function plain(text: string): string {
  return text
    .replaceAll(/&#(x?)([\da-f]{1,6});/gi, (_, hex: string, digits: string) =>
      character(Number.parseInt(digits, hex === '' ? 10 : 16)),
    )
    .replaceAll(/&(\w+);/g, (all, name: string) => entities[name] ?? all)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function character(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

/* ISO 20022 CAMT.053, statements, and CAMT.052, reports within the day (source: ISO 20022 message definitions). */

/** The statements of an XML file; none when it holds no such message. */
function readCamt(tree: JsonObject): ReadDocument[] {
  const statements = ['Document.BkToCstmrStmt.Stmt', 'Document.BkToCstmrAcctRpt.Rpt'].flatMap(
    (path) => objectsAt(tree, path),
  )
  return statements.map(readStatement)
}

function readStatement(statement: JsonObject): ReadDocument {
  const member = first(statement, [
    'Acct.Svcr.FinInstnId.ClrSysMmbId.MmbId',
    'Acct.Svcr.FinInstnId.Othr.Id',
  ])
  const head = {
    ...dataValue('account_no', first(statement, ['Acct.Id.Othr.Id', 'Acct.Id.IBAN'])),
    ...dataValue('account_name', first(statement, ['Acct.Nm', 'Acct.Ownr.Nm'])),
    ...dataValue('bank_name', textAt(statement, 'Acct.Svcr.FinInstnId.Nm')),
    ...dataValue('ifsc', /^[A-Z]{4}0[A-Z\d]{6}$/.test(member ?? '') ? member : undefined),
    ...dataValue('currency', textAt(statement, 'Acct.Ccy')),
    ...dataValue('statement_from', day(textAt(statement, 'FrToDt.FrDtTm'))),
    ...dataValue('statement_to', day(textAt(statement, 'FrToDt.ToDtTm'))),
  }
  const rows = objectsAt(statement, 'Ntry').filter(isBooked).map(rowOf)
  return statementOf({ head, named: balancesOf(statement), rows, columns: {}, pages: [] })
}

function first(tree: JsonObject, paths: readonly string[]): string | undefined {
  return paths.map((path) => textAt(tree, path)).find((text) => text !== undefined)
}

/** Opening and closing of the booked balance; that of the day before is the opening one too. */
const balanceCodes = new Map<string, NamedBalance['key']>([
  ['OPBD', 'opening_balance'],
  ['PRCD', 'opening_balance'],
  ['CLBD', 'closing_balance'],
])

function balancesOf(statement: JsonObject): NamedBalance[] {
  return objectsAt(statement, 'Bal').flatMap((balance) => {
    const key = balanceCodes.get(textAt(balance, 'Tp.CdOrPrtry.Cd') ?? '')
    const sign = textAt(balance, 'CdtDbtInd') === 'DBIT' ? '-' : ''
    const amount = textAt(balance, 'Amt')
    const value = dataValue('balance', amount === undefined ? undefined : `${sign}${amount}`)[
      'balance'
    ]
    return key === undefined || value === undefined ? [] : [{ key, isSure: true, value }]
  })
}

/** What is only announced is no movement yet. */
function isBooked(entry: JsonObject): boolean {
  const status = first(entry, ['Sts', 'Sts.Cd'])
  return status === undefined || status === 'BOOK'
}

function rowOf(entry: JsonObject): Fields {
  const details = 'NtryDtls.TxDtls'
  const remittance = nodesAt(entry, `${details}.RmtInf.Ustrd`).filter(
    (node) => typeof node === 'string',
  )
  const text =
    remittance.length > 0
      ? remittance.join(' ')
      : first(entry, [`${details}.AddtlTxInf`, 'AddtlNtryInf'])
  const references = ['EndToEndId', 'ChqNb', 'InstrId', 'AcctSvcrRef'].map((name) =>
    textAt(entry, `${details}.Refs.${name}`),
  )
  const reference = [...references, textAt(entry, 'AcctSvcrRef')].find(
    (one) => one !== undefined && !/^not ?provided$/i.test(one),
  )
  return {
    ...dataValue('date', day(first(entry, ['BookgDt.Dt', 'BookgDt.DtTm']))),
    ...dataValue('value_date', day(first(entry, ['ValDt.Dt', 'ValDt.DtTm']))),
    ...dataValue('narration', text),
    ...dataValue('reference', reference),
    ...dataValue(textAt(entry, 'CdtDbtInd') === 'DBIT' ? 'debit' : 'credit', textAt(entry, 'Amt')),
  }
}

/** "2026-04-22T00:00:00+05:30" */
function day(text: string | undefined): string | undefined {
  return text?.slice(0, 10)
}
