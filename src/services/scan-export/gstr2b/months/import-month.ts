import { findOrganisation } from '../../../../accounts/queries.ts'
import type { Conn } from '../../../../platform/db/connection.ts'
import { AppError } from '../../../../platform/errors.ts'
import { dayInIndia } from '../../../../paper/values.ts'
import type { ScanExportDeps } from '../../deps.ts'
import { recordHistory } from '../../history.ts'
import type { PortalMonth } from '../portal/row.ts'
import { filedBills, readRows } from './filed-bills.ts'
import { deleteMonth, findMonth, insertMonth, listMonths } from './queries.ts'
import { firstOpenMonth, monthName } from './rules.ts'

/** `added`: bills that are new in the month. `gone`: bills that are no longer in it. */
export type ImportedMonth = { period: string; bills: number; added: number; gone: number }

type ImportOptions = {
  /** The user who imports; null for the command line. */
  by: string | null
  /** Also replaces a file that the portal made later. */
  replacesNewer?: boolean
}

/**
 * Imports a month's GSTR-2B and replaces an earlier import of the month. Bills that are no longer in the file are removed. If they return,
 * their decisions still apply. Throws AppError `invalid_request` when the GSTIN is not the shop's (or, if the shop's is unknown, not that
 * of the imported months) and for an impossible month, and `conflict` with the field `generatedOn` when a newer file was imported.
 */
export async function importMonth(
  { database, clock }: Pick<ScanExportDeps, 'database' | 'clock'>,
  month: PortalMonth,
  { by, replacesNewer = false }: ImportOptions,
): Promise<ImportedMonth> {
  const { gstin, period, generatedOn, rows } = month
  const text = JSON.stringify(rows)
  return await database.write((conn) => {
    const now = clock.now()
    requireOwn(conn, gstin)
    requireOpen(period, now)
    const before = findMonth(conn).get({ period })
    const isOlder = before !== undefined && isKnownOlder(generatedOn, before.generatedOn)
    if (isOlder && !replacesNewer) {
      throw new AppError(
        'conflict',
        `The portal made this file on ${generatedOn}, and what is here of ${monthName(period)} on ${before.generatedOn}.`,
        { field: 'generatedOn' },
      )
    }
    deleteMonth(conn).run({ period })
    insertMonth(conn).run({
      period,
      gstin,
      generatedOn,
      importedAt: now,
      importedBy: by,
      rows: text,
    })
    const imported = { period, bills: rows.length, ...changed(month, before?.rows) }
    recordHistory(conn, now, {
      action: 'gstr-2b imported',
      ...(by === null ? {} : { userId: by }),
      details: imported,
    })
    return imported
  })
}

/** A file without a date may be of any age. */
function isKnownOlder(generatedOn: string, before: string): boolean {
  return generatedOn !== '' && generatedOn < before
}

function changed({ period, rows }: PortalMonth, before: string | undefined) {
  const keysOf = (some: PortalMonth['rows']) =>
    new Set(filedBills(period, some).map(({ id }) => id))
  const [now, earlier] = [keysOf(rows), keysOf(before === undefined ? [] : readRows(before))]
  return { added: now.difference(earlier).size, gone: earlier.difference(now).size }
}

function requireOwn(conn: Conn, gstin: string): void {
  const field = { field: 'gstin' }
  const own = findOrganisation(conn).get()?.gstin ?? null
  if (own === gstin) return
  if (own !== null) {
    throw new AppError(
      'invalid_request',
      `This GSTR-2B is of ${gstin}, and the shop's GSTIN is ${own}. Download the shop's own, or correct the GSTIN in the settings.`,
      field,
    )
  }
  const [known] = listMonths(conn).all()
  if (known === undefined || known.gstin === gstin) return
  throw new AppError(
    'invalid_request',
    `This GSTR-2B is of ${gstin}, and that of ${monthName(known.period)} is of ${known.gstin}. Enter in the settings which GSTIN is the shop's.`,
    field,
  )
}

function requireOpen(period: string, now: number): void {
  const field = { field: 'period' }
  if (period > dayInIndia(now).slice(0, 7)) {
    throw new AppError('invalid_request', `${monthName(period)} is still to come.`, field)
  }
  if (period >= firstOpenMonth(now)) return
  throw new AppError(
    'invalid_request',
    `The credit of ${monthName(period)} can be taken no more: that ended on 30 November after its financial year.`,
    field,
  )
}
