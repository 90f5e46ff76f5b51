import { Database } from 'bun:sqlite'
import {
  emptyMasters,
  foldName,
  type Company,
  type Held,
  type Master,
  type Voucher,
} from './books.ts'

/**
 * Stores the companies. Each commit is one transaction and on the disk before it returns, so that whatever was answered survives the
 * process. The program works on the objects in memory, and reads the file only when it opens it.
 */
export type Store = {
  companies: Company[]
  commit(company: Company, changed: Changed): void
  /** Replaces everything, as after a restored backup. */
  replace(companies: Company[]): void
  close(): void
}

/** What a commit writes besides the company itself. */
type Changed = {
  masters?: readonly Master[]
  vouchers?: readonly Voucher[]
  held?: readonly Held[]
  /** The keys of rows to delete, from `keyOf…`. */
  gone?: readonly string[]
}

type Row = { company: string; key: string; body: string }

export function openStore(file: string, sample: () => Company[]): Store {
  const database = new Database(file, { create: true, strict: true })
  database.run('PRAGMA journal_mode = WAL')
  database.run('PRAGMA synchronous = FULL')
  database.run(
    'CREATE TABLE IF NOT EXISTS object (company TEXT, key TEXT, body TEXT, PRIMARY KEY (company, key)) STRICT',
  )
  const put = database.query<undefined, Row>(
    'INSERT OR REPLACE INTO object VALUES ($company, $key, $body)',
  )
  const remove = database.query<undefined, { company: string; key: string }>(
    'DELETE FROM object WHERE company = $company AND key = $key',
  )
  const write = database.transaction((rows: Row[], gone: { company: string; key: string }[]) => {
    for (const row of gone) remove.run(row)
    for (const row of rows) put.run(row)
  })
  const rewrite = database.transaction((rows: Row[]) => {
    database.run('DELETE FROM object')
    for (const row of rows) put.run(row)
  })
  const store: Store = {
    companies: [],
    commit(company, changed) {
      const gone = (changed.gone ?? []).map((key) => ({ company: company.number, key }))
      write([companyRow(company), ...rowsOf(company.number, changed)], gone)
    },
    replace(companies) {
      store.companies = structuredClone(companies)
      rewrite(store.companies.flatMap(allRows))
    },
    close: () => database.close(true),
  }
  const rows = database.query<Row, []>('SELECT * FROM object ORDER BY key').all()
  if (rows.length === 0) store.replace(sample())
  else store.companies = companiesOf(rows)
  return store
}

export function voucherKey(id: number): string {
  return `voucher ${String(id).padStart(10, '0')}`
}

export function heldKey(id: number): string {
  return `held ${String(id).padStart(10, '0')}`
}

export function masterKey({ kind, id }: Master): string {
  return `master ${kind} ${String(id).padStart(10, '0')}`
}

function allRows(company: Company): Row[] {
  const masters = Object.values(company.masters).flatMap((byName) => [...byName.values()])
  const vouchers = [...company.vouchers.values()]
  const held = [...company.held.values()]
  return [companyRow(company), ...rowsOf(company.number, { masters, vouchers, held })]
}

function rowsOf(company: string, { masters = [], vouchers = [], held = [] }: Changed): Row[] {
  const row = (key: string, body: unknown): Row => ({ company, key, body: JSON.stringify(body) })
  return [
    ...masters.map((master) => row(masterKey(master), master)),
    ...vouchers.map((voucher) => row(voucherKey(voucher.id), voucher)),
    ...held.map((each) => row(heldKey(each.id), each)),
  ]
}

function companyRow(company: Company): Row {
  const { masters: _masters, vouchers: _vouchers, held: _held, ...own } = company
  return { company: company.number, key: companyKey, body: JSON.stringify(own) }
}

const companyKey = 'company'

/** The program wrote these rows itself, so their shape is not checked. */
function companiesOf(rows: readonly Row[]): Company[] {
  return rows
    .filter(({ key }) => key === companyKey)
    .map(({ company, body }) => {
      const own: Omit<Company, 'masters' | 'vouchers' | 'held'> = JSON.parse(body)
      const mine = rows.filter((row) => row.company === company)
      const read = { ...own, masters: emptyMasters(), vouchers: new Map(), held: new Map() }
      for (const row of mine) putBack(read, row)
      return read
    })
}

function putBack(company: Company, { key, body }: Row): void {
  if (key.startsWith('master ')) {
    const master: Master = JSON.parse(body)
    company.masters[master.kind].set(foldName(master.name), master)
  } else if (key.startsWith('voucher ')) {
    const voucher: Voucher = JSON.parse(body)
    company.vouchers.set(voucher.id, voucher)
  } else if (key.startsWith('held ')) {
    const held: Held = JSON.parse(body)
    company.held.set(held.id, held)
  }
}
