import { Elysia } from 'elysia'
import { Type } from '@sinclair/typebox'
import { AppError } from '../../../../platform/errors.ts'
import { queryOf } from '../../../../platform/http/fields.ts'
import { checkedAgainst } from '../../../../services/scan-export/scans/hold.ts'
import { checkedRaw } from '../../../../paper/received.ts'
import {
  correctScan,
  moveScan,
  removeScan,
  moveScans,
  removeScans,
} from '../../../../services/scan-export/scans/change-scan.ts'
import { countSynced, unknownScan } from '../../../../services/scan-export/service.ts'
import {
  findScanFile,
  showRead,
  showScan,
} from '../../../../services/scan-export/overview/show-scan.ts'
import {
  putBackRange,
  putBackScan,
  putBackScans,
} from '../../../../services/scan-export/delivery/put-back.ts'
import { queueOf } from '../../../../services/scan-export/overview/list-scans.ts'
import { settleScanImports } from '../../../../services/scan-export/delivery/entered.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import {
  givenRange,
  idParameter,
  rangeBody,
  rangeQuery,
  readWholeRange,
  choiceOf,
  textOf,
} from '../../../api/fields.ts'
import { forClerks, forOwners, sessionOf, type Session } from '../../../api/guard.ts'
import { settleBody } from '../../../api/programs.ts'
import {
  documentTotals,
  listDocuments,
  savedDocument,
  shownDocument,
  requireVisible,
  readChosen,
} from './documents.ts'
import { fileReply, upload, openPages, pageReply, pagesOf } from './files.ts'
import { proposalRoutes, readerRoutes } from './reading.ts'
import {
  correctionBody,
  filterQuery,
  linesField,
  linesPerPage,
  listQuery,
  moveBody,
  oneQuery,
  openBody,
  pageParameters,
  pageQuery,
} from './schemas.ts'
import { listScanIdsOf } from '../../../../services/scan-export/overview/list-scans.ts'
import { idsOf, whichBody } from '../../../api/which.ts'
import {
  takeBackDecision,
  verdicts,
  type Decision,
} from '../../../../services/scan-export/duplicates/decide.ts'

/** Accepts files: the guard and the parser allow multipart/form-data. */
const takingFiles = { detail: { ...forClerks.detail, requestBody: { content: {} } } }

/** Documents and the values read from them. Members have their own, owners see all. */
export function documentRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .use(proposalRoutes(deps))
    .use(pairRoutes(deps))
    .use(readerRoutes(deps))
    .use(readingRoutes(deps))
    .use(putBackRoutes(deps))
    .use(changingRoutes(deps))
    .use(chosenRoutes(deps))
}

function readingRoutes(deps: ConsoleDeps) {
  const { scanExport } = deps
  return new Elysia()
    .get('/api/documents', ({ request }) => listDocuments(deps, request), {
      query: listQuery,
      ...forClerks,
    })
    .get('/api/documents/totals', ({ request }) => documentTotals(deps, request), {
      query: filterQuery,
      ...forClerks,
    })
    .post('/api/documents', ({ request }) => upload(deps, request), takingFiles)
    .get(
      '/api/documents/queue',
      ({ request }) => {
        const { userId, role } = sessionOf(request)
        return queueOf(scanExport, role === 'owner' ? null : userId)
      },
      forClerks,
    )
    .get('/api/documents/:id', ({ request, params: { id } }) => showDocument(deps, request, id), {
      ...idParameter,
      query: oneQuery,
      ...forClerks,
    })
    .get(
      '/api/documents/:id/read',
      ({ request, params: { id } }) => {
        requireVisible(deps, request, id)
        const read = showRead(scanExport, id)
        if (read === undefined) throw unknownScan()
        return { ...read, ...checkedAgainst(deps.database.read, deps.clock) }
      },
      { ...idParameter, ...forClerks },
    )
    .get(
      '/api/documents/:id/file',
      ({ request, params: { id } }) => {
        const document = requireFile(deps, request, id)
        return fileReply(scanExport, request, document, queryOf(request).has('download'))
      },
      { ...idParameter, ...forClerks },
    )
    .get(
      '/api/documents/:id/pages',
      ({ request, params: { id } }) => pagesOf(deps, requireFile(deps, request, id)),
      { ...idParameter, ...forClerks },
    )
    .post(
      '/api/documents/:id/pages',
      ({ request, params: { id }, body: { password } }) =>
        openPages(deps, requireFile(deps, request, id), password),
      { ...idParameter, body: openBody, ...forClerks },
    )
    .get(
      '/api/documents/:id/pages/:page',
      ({ request, params: { id, page } }) =>
        pageReply(deps, request, requireFile(deps, request, id), page),
      { ...pageParameters, query: pageQuery, ...forClerks },
    )
}

/** Puts acknowledged documents back, so that they wait again: one document, or all of a range of days. */
function putBackRoutes({ database, scanExport }: ConsoleDeps) {
  return new Elysia()
    .get(
      '/api/documents/synced-count',
      ({ request }) => {
        const range = readWholeRange(givenRange(queryOf(request)))
        return { documents: countSynced(database.read).get(range)?.n ?? 0 }
      },
      { query: rangeQuery, ...forOwners },
    )
    .post(
      '/api/documents/put-back',
      async ({ request, body }) => ({
        documents: await putBackRange(scanExport, readWholeRange(body), sessionOf(request).userId),
      }),
      { body: rangeBody, ...forOwners },
    )
    .post(
      '/api/documents/:id/put-back',
      async ({ request, params: { id } }) => ({
        documents: await putBackScan(scanExport, id, sessionOf(request).userId),
      }),
      { ...idParameter, ...forOwners },
    )
}

function changingRoutes(deps: ConsoleDeps) {
  const { scanExport } = deps
  return new Elysia()
    .post(
      '/api/documents/:id/correct',
      async ({ request, params: { id }, body }) => {
        const raw = checkedRaw(body.raw)
        const { userId } = requireVisible(deps, request, id)
        const { startedFrom, confirmed = [] } = body
        await correctScan(scanExport, id, raw, userId, { startedFrom, confirmed })
        return savedDocument(deps, id)
      },
      { ...idParameter, body: correctionBody, ...forClerks },
    )
    .post(
      '/api/documents/:id/books',
      async ({ request, params: { id }, body: { as } }) => {
        const { userId } = requireVisible(deps, request, id)
        return { settled: await settleScanImports(scanExport, [id], as, userId) }
      },
      { ...idParameter, body: settleBody, ...forClerks },
    )
    .post(
      '/api/documents/:id/move',
      async ({ request, params: { id }, body }) => {
        const { userId } = requireVisible(deps, request, id)
        await moveScan(scanExport, id, body.category, userId)
        return { id }
      },
      { ...idParameter, body: moveBody, ...forClerks },
    )
    .post(
      '/api/documents/:id/remove',
      async ({ request, params: { id } }) => {
        const { userId } = requireVisible(deps, request, id)
        await removeScan(scanExport, id, userId)
        return { id }
      },
      { ...idParameter, ...forClerks },
    )
}

function showDocument(deps: ConsoleDeps, request: Request, id: string) {
  const session = requireVisible(deps, request, id)
  const page = linesField.read(queryOf(request))
  const lines = { first: (page - 1) * linesPerPage, count: linesPerPage }
  const shown = showScan(deps.scanExport, id, lines)
  if (shown === undefined) throw unknownScan()
  return shownDocument(deps, session, shown, page)
}

/** Throws AppError `not_found`, also if there is no file. */
function requireFile(deps: ConsoleDeps, request: Request, id: string) {
  requireVisible(deps, request, id)
  const document = findScanFile(deps.scanExport, id)
  if (document !== undefined) return document
  throw new AppError(
    'not_found',
    'Another program read this document and sent what it read: there is no file.',
  )
}

const chosenBody = Type.Object({ which: whichBody })

const moveChosenBody = Type.Composite([chosenBody, moveBody])

/** Commands for several documents: chosen ones, or all that match a filter. Members reach only their own documents. */
function chosenRoutes(deps: ConsoleDeps) {
  const { scanExport } = deps
  const chosen = (request: Request, which: Parameters<typeof idsOf>[0]) =>
    idsOf(which, filterQuery, async (query) =>
      listScanIdsOf(scanExport, await readChosen(deps, sessionOf(request), query)),
    )
  return new Elysia()
    .post(
      '/api/documents/chosen/move',
      async ({ request, body: { which, category } }) => {
        const ids = await chosen(request, which)
        return await moveScans(scanExport, ids, category, doerOf(sessionOf(request)))
      },
      { body: moveChosenBody, ...forClerks },
    )
    .post(
      '/api/documents/chosen/remove',
      async ({ request, body: { which } }) => {
        const ids = await chosen(request, which)
        return await removeScans(scanExport, ids, doerOf(sessionOf(request)))
      },
      { body: chosenBody, ...forClerks },
    )
    .post(
      '/api/documents/chosen/put-back',
      async ({ request, body: { which } }) => {
        const ids = await chosen(request, which)
        return { documents: await putBackScans(scanExport, ids, sessionOf(request).userId) }
      },
      { body: chosenBody, ...forOwners },
    )
}

function doerOf({ userId, role }: Session) {
  return { by: userId, ofUser: role === 'owner' ? null : userId }
}

const decisionBody = Type.Object({
  kept: textOf('the id of a document'),
  other: textOf('the id of a document'),
  verdict: choiceOf(verdicts),
})

/** Takes the decision back that two documents are one paper: Daybook asks again then (see questions/duplicates.ts). */
function pairRoutes(deps: ConsoleDeps) {
  return new Elysia().post(
    '/api/documents/pairs/take-back',
    async ({ request, body }) => {
      await takeBackDecision(deps.scanExport, body, requireBoth(deps, request, body))
      return body
    },
    { body: decisionBody, ...forClerks },
  )
}

/** Whoever may see both documents may decide. Returns the user id of the second document's owner. */
function requireBoth(deps: ConsoleDeps, request: Request, { kept, other }: Decision): string {
  requireVisible(deps, request, kept)
  return requireVisible(deps, request, other).userId
}
