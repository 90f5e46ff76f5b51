import { Elysia } from 'elysia'
import { AppError } from '../../../../platform/errors.ts'
import {
  countJobs,
  countJobsOf,
  listJobs,
} from '../../../../services/scan-export/scans/reading-rows.ts'
import { findScanOwner } from '../../../../services/scan-export/overview/show-scan.ts'
import { joinScans } from '../../../../services/scan-export/intake/join-scans.ts'
import { retryScan } from '../../../../services/scan-export/scans/change-scan.ts'
import { splitScan } from '../../../../services/scan-export/reading/jobs/store-reading.ts'
import { unlock } from '../../../../questions/unread.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { idParameter } from '../../../api/fields.ts'
import { forClerks, sessionOf, type Session } from '../../../api/guard.ts'
import { joinBody, passwordBody, categoryField } from './schemas.ts'
import { requireVisible, glimpseOf } from './documents.ts'
import { notAllowed } from '../../../../platform/record/read.ts'
import { queryOf, querySchemaOf, textField } from '../../../../platform/http/fields.ts'
import {
  distinct as distinctItems,
  itemsProposedMax,
  proposeItems,
  withWhatIsKnown,
  type ProposedItem,
} from '../../../../services/scan-export/proposals/find-items.ts'
import { findSameNumber } from '../../../../services/scan-export/overview/show-pairs.ts'
import { proposeSellers } from '../../../../services/scan-export/proposals/find-sellers.ts'
import { searchArticles } from '../../../../services/storefront/orders/placing/search-articles.ts'

/** Daybook's own reading of documents: progress, another try, and files with several documents. */
export function readerRoutes(deps: ConsoleDeps) {
  const { scanExport } = deps
  return new Elysia()
    .get(
      '/api/documents/reading',
      ({ request }) => shownReading(deps, sessionOf(request)),
      forClerks,
    )
    .post(
      '/api/documents/:id/retry',
      async ({ request, params: { id } }) => {
        const { userId } = requireVisible(deps, request, id)
        await retryScan(scanExport, id, userId)
        return { id }
      },
      { ...idParameter, ...forClerks },
    )
    .post(
      '/api/documents/:id/password',
      async ({ request, params: { id }, body: { password, keep = false } }) => {
        const { userId, role } = requireVisible(deps, request, id)
        if (keep && role !== 'owner') {
          throw new AppError('forbidden', 'Only owners decide which passwords are kept.')
        }
        await unlock(deps, id, { password, by: userId, keep })
        return { id }
      },
      { ...idParameter, body: passwordBody, ...forClerks },
    )
    .post(
      '/api/documents/join',
      async ({ request, body: { ids } }) => {
        for (const id of ids) requireVisible(deps, request, id)
        return { id: await joinScans(scanExport, ids, sessionOf(request).userId) }
      },
      { body: joinBody, ...forClerks },
    )
    .post(
      '/api/documents/:id/split',
      async ({ request, params: { id } }) => {
        const { userId } = requireVisible(deps, request, id)
        return { id, others: await splitScan(scanExport, id, userId) }
      },
      { ...idParameter, ...forClerks },
    )
}

/** The most documents whose place in the queue a page shows: more than anybody adds in a morning. */
const queueMax = 500

/**
 * The number of documents that wait to be read or are being read, how many of them the user may see (`own`), and the
 * remaining seconds (null before the first was read). `queue` has the places, from 1, of the first documents that the
 * user may see. A clerk sees only their own documents among those under way and those put off.
 */
function shownReading({ database, scanExport, reader }: ConsoleDeps, { role, userId }: Session) {
  const { read } = database
  const isOwner = role === 'owner'
  const waiting = countJobs(read)
  const each = reader.secondsEach()
  const isOpen = (id: string) => isOwner || findScanOwner(scanExport, id) === userId
  return {
    waiting,
    own: isOwner ? waiting : (countJobsOf(read).get({ userId })?.n ?? 0),
    secondsLeft: each === null ? null : Math.ceil(each * waiting),
    queue: listJobs(read).all({ userId: isOwner ? null : userId, limit: queueMax }),
    underWay: [...reader.underWay()]
      .filter(([id]) => isOpen(id))
      .map(([id, { page, pages }]) => ({ id, page, pages })),
    putOff: [...reader.putOff()]
      .filter(([id]) => isOpen(id))
      .map(([id, { reason }]) => ({ id, reason })),
  }
}

const typedMax = 200

const typedField = (name: string, description: string) =>
  textField(name, { maxLength: typedMax, description })

const searchField = typedField('search', 'What is being typed.')
const sellerField = typedField('seller', "The seller's name as it was typed.")
const gstinField = typedField('gstin', "The seller's GSTIN as it was typed.")
const numberField = typedField('number', 'The number that is being typed.')
const dateField = typedField('date', 'The date of the document as it was typed.')
const exceptField = typedField('except', 'The id of the document that is being typed.')

const sellersQuery = querySchemaOf([searchField, categoryField])
const itemsQuery = querySchemaOf([searchField, sellerField, gstinField])
const sameNumberQuery = querySchemaOf([
  numberField,
  sellerField,
  gstinField,
  dateField,
  categoryField,
  exceptField,
])

/** Proposals for a person who types a document, and earlier documents with the same number. */
export function proposalRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .get('/api/documents/proposals/sellers', ({ request }) => sellersFor(deps, request), {
      query: sellersQuery,
      ...forClerks,
    })
    .get(
      '/api/documents/proposals/items',
      async ({ request }) => ({ items: await itemsFor(deps, request) }),
      { query: itemsQuery, ...forClerks },
    )
    .get('/api/documents/same-number', ({ request }) => sameNumber(deps, request), {
      query: sameNumberQuery,
      ...forClerks,
    })
}

/** A bank statement has no seller. */
function sellersFor({ scanExport }: ConsoleDeps, request: Request) {
  const query = queryOf(request)
  const search = searchField.read(query) ?? ''
  const isStatement = categoryField.read(query) === 'bank_entry'
  return { sellers: isStatement ? [] : proposeSellers(scanExport, search) }
}

/** The catalogue adds only what neither the seller's bills nor the product names have. */
async function itemsFor(deps: ConsoleDeps, request: Request): Promise<ProposedItem[]> {
  const query = queryOf(request)
  const search = searchField.read(query) ?? ''
  const seller = sellerField.read(query) ?? ''
  const gstin = gstinField.read(query) ?? ''
  const known = proposeItems(deps.scanExport, { search, seller, gstin })
  if (search.trim() === '' || known.length >= itemsProposedMax) return known
  const articles = await searchArticles(deps.storefront, deps.catalogue, search)
  const sold = articles.map(({ name, hsn, gstBasisPoints }) =>
    withWhatIsKnown(deps.scanExport, {
      name,
      hsn: hsn === '' ? null : hsn,
      gstPct: gstBasisPoints / 100,
      from: 'catalogue',
    }),
  )
  return distinctItems([...known, ...sold]).slice(0, itemsProposedMax)
}

function sameNumber({ scanExport }: ConsoleDeps, request: Request) {
  const query = queryOf(request)
  const number = numberField.read(query)
  if (number === undefined) throw notAllowed('number', 'the number of a document', '')
  const documents = findSameNumber(scanExport, {
    number,
    seller: sellerField.read(query) ?? '',
    gstin: gstinField.read(query) ?? '',
    date: dateField.read(query) ?? '',
    category: categoryField.read(query) ?? 'vendor_invoice',
    except: exceptField.read(query) ?? '',
  })
  const session = sessionOf(request)
  return { documents: documents.map((scan) => glimpseOf(session, scan)) }
}
