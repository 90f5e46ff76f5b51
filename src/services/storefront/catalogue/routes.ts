import { Elysia } from 'elysia'
import { queryOf, querySchemaOf } from '../../../platform/http/fields.ts'
import { contextOf } from '../../../platform/http/request.ts'
import { toNfc } from '../../../platform/text.ts'
import { describeRead } from '../api.ts'
import type { StorefrontDeps } from '../deps.ts'
import { searchWords } from '../search/rules.ts'
import type { Catalogue } from './catalogue.ts'
import {
  categoriesAnswer,
  categoryField,
  limitField,
  offersAnswer,
  offsetField,
  productAnswer,
  productsAnswer,
  searchField,
  sortField,
} from './schemas.ts'
import {
  findProduct,
  listCategories,
  listOffers,
  listProducts,
  slugOfPath,
  unknownProduct,
  type ProductsInput,
} from './read-catalogue.ts'

const scope = 'storefront:read'
const tag = 'Catalogue'

/** The dispatcher looks in the kept answers of `catalogue` before a request comes here. */
export function catalogueRoutes(deps: StorefrontDeps, catalogue: Catalogue) {
  return new Elysia().use(listedProducts(deps, catalogue)).use(shelves(deps, catalogue))
}

function listedProducts(deps: StorefrontDeps, catalogue: Catalogue) {
  const { answers, search, prices } = catalogue
  const { read } = deps.database
  return new Elysia()
    .get(
      '/api/public/v1/products',
      ({ request }) => {
        const input = inputOf(queryOf(request))
        const origin = imageOriginOf(deps, request)
        const answer = () =>
          answers.answer(request, `products ${keyOf(input)}`, () =>
            listProducts(read, catalogue, input, origin),
          )
        // The first searches of a large shop wait for its texts to load. Other requests are served meanwhile.
        const loading = (input.words ?? []).length === 0 ? undefined : search.load(read)
        return loading === undefined ? answer() : loading.then(answer)
      },
      {
        query: querySchemaOf([searchField, categoryField, limitField, offsetField, sortField]),
        ...describeRead({
          operationId: 'listProducts',
          tag,
          summary: 'List active, approved products',
          description:
            'A page of the products that customers may see. Every order is total (ties by id, in the direction of the sort), so that paging repeats and skips nothing while the catalogue stays the same.',
          answer: productsAnswer,
          sendsWhole: true,
          hasQuery: true,
          scope,
        }),
      },
    )
    .get(
      '/api/public/v1/products/:slug',
      ({ request }) => {
        const slug = slugOfPath(request.url)
        if (slug === undefined) throw unknownProduct()
        const origin = imageOriginOf(deps, request)
        return answers.answer(request, `product ${slug}`, () =>
          findProduct(deps, prices, slug, origin),
        )
      },
      describeRead({
        operationId: 'getProduct',
        tag,
        summary: 'Fetch one product by its slug',
        description:
          'A product that customers may see, with its images and variants. Unknown slugs, and products that are not active and approved, answer 404.',
        answer: productAnswer,
        sendsWhole: true,
        hasNotFound: true,
        scope,
      }),
    )
}

/** Categories and offers. */
function shelves(deps: StorefrontDeps, { answers, prices }: Catalogue) {
  return new Elysia()
    .get(
      '/api/public/v1/categories',
      ({ request }) => {
        const origin = imageOriginOf(deps, request)
        return answers.answer(request, 'categories', () => listCategories(deps, prices, origin))
      },
      describeRead({
        operationId: 'listCategories',
        tag,
        summary: 'List the categories',
        description:
          'All categories in display order. The built-in `uncategorised` is among them only when it holds a listed product.',
        answer: categoriesAnswer,
        sendsWhole: true,
        scope,
      }),
    )
    .get(
      '/api/public/v1/offers',
      ({ request }) => {
        const data = listOffers(deps, imageOriginOf(deps, request))
        contextOf(request).rows = data.length
        return { data }
      },
      describeRead({
        operationId: 'listOffers',
        tag,
        summary: 'List the active offers',
        description:
          'Offers that are active now, in display order. What one makes of the price of a product is in that product: `offer_price` and `offer_id`.',
        answer: offersAnswer,
        scope,
      }),
    )
}

/** A content delivery network for images, or the address of the request. */
function imageOriginOf({ imageBaseUrl }: StorefrontDeps, request: Request): string {
  return imageBaseUrl ?? contextOf(request).origin
}

/** Throws AppError `invalid_request`. */
function inputOf(query: URLSearchParams): ProductsInput {
  const category = categoryField.read(query)
  return {
    limit: limitField.read(query),
    offset: offsetField.read(query),
    sort: sortField.read(query) ?? 'newest',
    category: category === undefined ? undefined : toNfc(category),
    words: searchWords(searchField.read(query)),
  }
}

function keyOf({ limit, offset, sort, category, words }: ProductsInput): string {
  return JSON.stringify([limit, offset, sort, category, words])
}
