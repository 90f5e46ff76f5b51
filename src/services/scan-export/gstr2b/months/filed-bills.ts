import { TypeCompiler, type TypeCheck } from '@sinclair/typebox/compiler'
import type { FiledBill } from '../matching/bill.ts'
import { portalMonth, type PortalRow } from '../portal/row.ts'

/** Hexadecimal digits of a key: 96 bits, so that no two bills have the same key by chance. */
const keyDigits = 24

/**
 * The filed bills of a month. `key` is the same for the same bill in another month and in an amendment. The second of two equal bills in a
 * month has its own key.
 */
export function filedBills(period: string, rows: readonly PortalRow[]): FiledBill[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const base = keyOf(row)
    const before = seen.get(base) ?? 0
    seen.set(base, before + 1)
    const key = before === 0 ? base : `${base}-${before + 1}`
    return { ...row, period, key, id: `${period}-${row.section}-${key}` }
  })
}

function keyOf({ gstin, kind, number, day, originalNumber, originalDay }: PortalRow): string {
  const first = originalNumber === '' ? [number, day] : [originalNumber, originalDay]
  const text = JSON.stringify([gstin, kind, ...first])
  return Bun.SHA256.hash(text, 'hex').slice(0, keyDigits)
}

/** The stored rows of a month. */
export function readRows(text: string): PortalRow[] {
  const rows: unknown = JSON.parse(text)
  if (rowsCheck().Check(rows)) return rows
  throw new Error('What is stored of a GSTR-2B are no rows of one.')
}

const rowsSchema = portalMonth.properties.rows

let compiled: TypeCheck<typeof rowsSchema> | undefined

function rowsCheck(): TypeCheck<typeof rowsSchema> {
  compiled ??= TypeCompiler.Compile(rowsSchema)
  return compiled
}
