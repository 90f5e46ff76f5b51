import { Elysia } from 'elysia'
import { notAllowed } from '../../../../platform/record/read.ts'
import { queryOf, querySchemaOf, textField } from '../../../../platform/http/fields.ts'
import {
  distinct as distinctItems,
  itemsProposedMax,
  proposeItems,
  withWhatIsKnown,
  type ProposedItem,
} from '../../../../services/scan-export/proposals/find-items.ts'
import { findSameNumber } from '../../../../services/scan-export/overview/same-number.ts'
import { proposeSellers } from '../../../../services/scan-export/proposals/find-sellers.ts'
import { searchArticles } from '../../../../services/storefront/orders/placing/search-articles.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { forClerks, sessionOf } from '../../../api/guard.ts'
import { glimpseOf } from './documents.ts'
import { categoryField } from './schemas.ts'

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
