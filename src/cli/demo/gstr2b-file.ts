import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { storeOf } from '../../app.ts'
import type { Database } from '../../platform/db/database.ts'
import type { DataDir } from '../../platform/disk/data-dir.ts'
import { toRupees } from '../../platform/money.ts'
import { followDocuments, listKeptBills } from '../../gstr2b/kept-bills.ts'
import { scanExportDeps } from '../../services/scan-export/service.ts'
import { organisation } from './dates.ts'

/* Writes a GSTR-2B file of the sample shop, to be dropped on its page. The sellers filed some bills differently. */

type Bill = ReturnType<ReturnType<typeof listKeptBills>['all']>[number]

/** Of every nine bills of a month, one is missing, one has another amount, and one has another number. */
const every = 9

/** The file's path in the data directory. */
export function gstr2bFileIn({ root }: DataDir): string {
  return join(root, 'GSTR2B.json')
}

/** Writes the file for the month with the most bills. */
export async function writeGstr2b(database: Database, dir: DataDir, now: number): Promise<void> {
  const clock = { now: () => now }
  const deps = { database, clock, store: storeOf(dir) }
  await followDocuments(scanExportDeps(deps))
  const bills = listKeptBills(database.read)
    .all()
    .filter(({ gstin, number, day }) => gstin !== '' && number !== '' && day !== '')
    .toSorted((a, b) => (a.scanId < b.scanId ? -1 : 1))
  // Some papers came twice, but are filed once.
  const once = new Map(bills.map((bill) => [`${bill.gstin} ${bill.number}`, bill]))
  const months = Map.groupBy(once.values(), ({ day }) => day.slice(0, 7))
  const [largest] = [...months].toSorted(([, a], [, b]) => b.length - a.length)
  if (largest === undefined) return
  const [month, its] = largest
  writeFileSync(gstr2bFileIn(dir), JSON.stringify(fileOf(month, its)))
}

function fileOf(month: string, bills: readonly Bill[]) {
  const filed = bills.filter((_, at) => at % every !== 4).map((bill, at) => filedAs(bill, at))
  const missing = bills.slice(0, 2).map((bill) => ({ ...bill, number: `${bill.number}9` }))
  const [year, of] = month.split('-')
  const data = {
    gstin: organisation.gstin,
    rtnprd: `${of}${year}`,
    version: '1.0',
    gendt: `14-${of}-${year}`,
    docdata: {
      b2b: suppliers([...filed, ...missing].filter(isInvoice), 'inv', invoiceOf),
      cdnr: suppliers(
        filed.filter((bill) => !isInvoice(bill)),
        'nt',
        noteOf,
      ),
    },
  }
  return { chksum: '', data }
}

function filedAs(bill: Bill, at: number): Bill {
  if (at % every === 6) return { ...bill, taxable: taxableOf(bill) + 50_000 }
  // As if a reader had misread a digit.
  return at % every === 2 ? { ...bill, number: bill.number.replace(/\d$/, nextDigit) } : bill
}

function nextDigit(digit: string): string {
  return String((Number(digit) + 1) % 10)
}

function isInvoice({ kind }: Bill): boolean {
  return kind === 'invoice'
}

function suppliers(bills: readonly Bill[], list: string, document: (bill: Bill) => object) {
  return Array.from(
    Map.groupBy(bills, ({ gstin }) => gstin),
    ([ctin, its]) => ({
      ctin,
      trdnm: its[0]?.seller ?? '',
      [list]: its.map(document),
    }),
  )
}

function invoiceOf(bill: Bill) {
  return { inum: bill.number, typ: 'R', ...documentOf(bill) }
}

function noteOf(bill: Bill) {
  const typ = bill.kind === 'credit_note' ? 'C' : 'D'
  return { ntnum: bill.number, typ, suptyp: 'R', ...documentOf(bill) }
}

function documentOf(bill: Bill) {
  const [igst, cgst, sgst, cess] = taxesOf(bill)
  const taxable = taxableOf(bill)
  return {
    dt: bill.day.split('-').toReversed().join('-'),
    val: toRupees(bill.total ?? taxable + igst + cgst + sgst + cess),
    pos: bill.pos === '' ? organisation.gstin.slice(0, 2) : bill.pos,
    rev: bill.isReverse ? 'Y' : 'N',
    itcavl: 'Y',
    rsn: '',
    txval: toRupees(taxable),
    igst: toRupees(igst),
    cgst: toRupees(cgst),
    sgst: toRupees(sgst),
    cess: toRupees(cess),
  }
}

function taxesOf({ igst, cgst, sgst, cess }: Bill): [number, number, number, number] {
  return [igst ?? 0, cgst ?? 0, sgst ?? 0, cess ?? 0]
}

function taxableOf(bill: Bill): number {
  const tax = taxesOf(bill).reduce((sum, part) => sum + part, 0)
  return bill.taxable ?? (bill.total ?? 0) - tax
}
