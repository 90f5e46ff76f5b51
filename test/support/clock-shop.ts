import { eq } from 'drizzle-orm'
import {
  findSessionByHash,
  hashToken,
  newToken,
  startSession,
} from '../../src/accounts/sessions/sessions.ts'
import { setUp } from '../../src/accounts/users/set-up.ts'
import { createApp } from '../../src/app.ts'
import { dailyJobs } from '../../src/cli/serve/start-server.ts'
import { readLastRun, runIfDue } from '../../src/platform/upkeep/daily.ts'
import { withStoredFiles } from '../../src/platform/files/file-rows.ts'
import { silentLog } from '../../src/platform/log.ts'
import { tickRetentionClock } from '../../src/platform/upkeep/retention.ts'
import { receiveScans } from '../../src/services/scan-export/intake/receive-scans.ts'
import { storeScan } from '../../src/services/scan-export/intake/store-scan.ts'
import { documents, scans } from '../../src/services/scan-export/tables.ts'
import { noon, setClock, temporaryDatabase } from './temporary-database.ts'

export const owner = { email: 'boss@example.com', name: 'Boss', passwordHash: 'hash' }
const visitor = { address: '192.168.1.7', userAgent: 'Firefox' }
const otherBill = new TextEncoder().encode('another bill')

export type Shop = Awaited<ReturnType<typeof openShop>>

/** A shop that has just taken a document in at noon, as its server runs it, with a clock that the test sets. */
export async function openShop() {
  const temporary = temporaryDatabase()
  const { database, dir } = temporary
  const clock = setClock()
  const options = { database, dir, clock, log: silentLog, calls: { add: () => undefined } }
  const app = createApp({ ...options, corsOrigins: [], publicUrl: undefined })
  const nightly = dailyJobs(app, { ...options, notes: database })
  const ownerId = await database.write((conn) => setUp(conn, { organisation: 'Test', owner }, noon))
  await takeIn(app, ownerId)
  const tick = async (now: number) => {
    clock.at(now)
    await tickRetentionClock(app.retention, now, 0)
  }
  await tick(noon)
  return {
    ...temporary,
    write: database.write,
    read: database.read,
    ownerId,
    retention: app.retention,
    tick,
    /** The names of what a night does. */
    nightlyWork: () => nightly.map(({ name }) => name),
    /** What a night of the server does, at the time that its clock shows. */
    async night(now: number) {
      await tick(now)
      const jobs = nightly.filter(({ name }) => name !== 'reserved space')
      const { reservedSpace, retention } = app
      const daily = { database, reservedSpace, retention, clock, log: silentLog, jobs }
      for (const job of jobs) await runIfDue(daily, job, new AbortController().signal)
    },
    problemOf: (name: string) => readLastRun(database.read, { name }).problem ?? null,
    /** The documents, by their scans, and whether their files are there. */
    kept: () =>
      database.read
        .select({ id: scans.id, hash: documents.hash })
        .from(scans)
        .innerJoin(documents, eq(documents.id, scans.documentId))
        .all()
        .map(({ id, hash }) => ({ id, hasFile: app.store.has('documents', hash) })),
    /** Takes in another document, as a program sends it. */
    receive: () =>
      receiveScans(
        app.scanExport,
        { keyId: 'k', userId: ownerId },
        {
          category: 'vendor_invoice',
          documents: [{ filename: 'another.txt', raw: null, bytes: otherBill }],
          idempotencyKey: undefined,
        },
      ),
    async signIn(now: number) {
      const token = newToken()
      const started = await database.write((conn) =>
        startSession(conn, { userId: ownerId, token, visitor }, now),
      )
      return { ...started, token }
    },
    counts: (token: string, now: number) =>
      findSessionByHash(database.read).get({ hash: hashToken(token), now }) !== undefined,
  }
}

async function takeIn({ scanExport, store }: ReturnType<typeof createApp>, userId: string) {
  const bytes = new TextEncoder().encode('a bill of this noon')
  let document: { hash: string; bytes: number; contentType: string } | undefined
  await withStoredFiles(
    async () => {
      document = { ...(await store.put('documents', bytes)), contentType: 'text/plain' }
    },
    () =>
      scanExport.database.write((conn) =>
        storeScan(
          conn,
          scanExport,
          {
            userId,
            category: 'vendor_invoice',
            filename: 'bill.txt',
            createdAt: noon - 1,
            raw: { invoice_metadata: {}, line_items: [] },
            failureReason: null,
            document: document ?? null,
          },
          noon,
        ),
      ),
  )
}
