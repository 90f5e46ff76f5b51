import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { AppError, checkAll } from '../../../platform/errors.ts'
import { absentOr, choiceField, queryOf, querySchemaOf } from '../../../platform/http/fields.ts'
import { foldText } from '../../../platform/text.ts'
import { canPrice, readReduction } from '../../../services/storefront/pricing/rules.ts'
import {
  deleteOffer,
  findTargets,
  listAllOffers,
  offerDisplay,
  offerStateOf,
  offerStates,
} from '../../../services/storefront/display/offers.ts'
import { listAllCategories } from '../../../services/storefront/display/categories.ts'
import { listAllProducts } from '../../../services/storefront/inventory/list-products.ts'
import { moveDisplayed, saveDisplayed } from '../../../services/storefront/display/display.ts'
import { offerScopes, ruleKinds } from '../../../services/storefront/display/record.ts'
import { imageField, moveBody, searchField, shownImage, sizeField } from '../categories/api.ts'
import type { ConsoleDeps } from '../../api/deps.ts'
import { choiceOf, idParameter, listQueryOf, pageField, textOf } from '../../api/fields.ts'
import { forCounter, sessionOf } from '../../api/guard.ts'
import { isoTime } from '../../api/reply.ts'

/** An offer from a form. */
type SentOffer = (typeof offerBody)['static']

/** Offers, in display order. */
export function offerRoutes(deps: ConsoleDeps) {
  const { storefront } = deps
  return new Elysia()
    .get('/api/offers', ({ request }) => listOffers(deps, request), {
      query: listQueryOf([searchField, stateField]),
      ...forCounter,
    })
    .get(
      '/api/offers/targets',
      ({ request }) => targetsFor(deps, searchField.read(queryOf(request)) ?? ''),
      { query: querySchemaOf([searchField]), ...forCounter },
    )
    .post('/api/offers', ({ request, body }) => save(deps, request, undefined, body), {
      body: offerBody,
      ...forCounter,
    })
    .post('/api/offers/:id', ({ request, params: { id }, body }) => save(deps, request, id, body), {
      ...idParameter,
      body: offerBody,
      ...forCounter,
    })
    .post(
      '/api/offers/:id/move',
      async ({ request, params: { id }, body }) => {
        await moveDisplayed(storefront, offerDisplay, id, body, sessionOf(request).userId)
        return { id }
      },
      { ...idParameter, body: moveBody, ...forCounter },
    )
    .post(
      '/api/offers/:id/delete',
      async ({ request, params: { id } }) => {
        await deleteOffer(storefront, id, sessionOf(request).userId)
        return { id }
      },
      { ...idParameter, ...forCounter },
    )
}

/** A shop has tens of offers, so all of them are read and a page is cut out. */
function listOffers({ database, clock }: ConsoleDeps, request: Request) {
  const query = queryOf(request)
  const [page, size] = [pageField.read(query), sizeField.read(query)]
  const [search, wanted] = [foldText(searchField.read(query) ?? ''), stateField.read(query)]
  const now = clock.now()
  const all = listAllOffers(database.read)
    .all()
    .map((offer, place) => ({ ...offer, place, state: offerStateOf(offer, now) }))
    .filter(({ title }) => foldText(title).includes(search))
  const chosen = all.filter(({ state }) => wanted === undefined || state === wanted)
  return {
    items: chosen
      .slice((page - 1) * size, page * size)
      .map((offer) => ({ ...shownOffer(offer), targets: findTargets(database.read, offer) })),
    total: chosen.length,
    page,
    size,
    counts: offerStates.map((state) => ({
      state,
      count: all.filter((offer) => offer.state === state).length,
    })),
  }
}

type ListedOffer = ReturnType<ReturnType<typeof listAllOffers>['all']>[number] & {
  place: number
  state: (typeof offerStates)[number]
}

function shownOffer(offer: ListedOffer) {
  return {
    id: offer.id,
    slug: offer.slug,
    place: offer.place,
    state: offer.state,
    title: offer.title,
    subtitle: offer.subtitle,
    badgeText: offer.badgeText,
    ruleKind: offer.ruleKind,
    ruleValue: offer.ruleValue,
    appliesTo: offer.appliesTo,
    isActive: offer.isActive,
    startsAt: isoTime(offer.startsAt),
    endsAt: isoTime(offer.endsAt),
    ...shownImage(offer.image),
  }
}

/** The most products that one search shows. */
const foundMax = 20

/** The possible targets of an offer: all categories, and products that match a text. */
async function targetsFor({ database: { read }, storefront }: ConsoleDeps, search: string) {
  const page = { sort: 'name', isDescending: false, limit: foundMax, offset: 0 } as const
  const { products } = await listAllProducts(storefront, { search }, page)
  return {
    categories: listAllCategories(read)
      .all()
      .map(({ slug, name }) => ({ name: slug, title: name })),
    products: products.map(({ sku, slug, name }) => ({ name: sku ?? slug, title: name })),
  }
}

async function save(
  { database, storefront }: ConsoleDeps,
  request: Request,
  id: string | undefined,
  body: SentOffer,
) {
  const { title, image, targets = [], ...terms } = body
  const { starts_at: startsAt = null, ends_at: endsAt = null, applies_to: scope = null } = terms
  const before = listAllOffers(database.read)
    .all()
    .find((offer) => offer.id === id)
  const { ruleValue } = checkAll({
    ruleValue: () =>
      readRuleValue(
        { kind: body.rule_kind, value: body.rule_value },
        before && { kind: before.ruleKind, value: before.ruleValue },
      ),
    period: () => requirePeriod(startsAt, endsAt),
  })
  const line = {
    ...terms,
    applies_to: scope,
    ...(scope === null ? {} : { [scope]: targets }),
    rule_value: ruleValue,
    starts_at: startsAt,
    ends_at: endsAt,
  }
  if (scope !== null) requirePricing(body.rule_kind, ruleValue)
  const by = sessionOf(request).userId
  return await saveDisplayed(storefront, offerDisplay, { id, title, line, image, by }).catch(
    (error: unknown) => {
      throw namesNothing(error) ? nothingToPrice() : error
    },
  )
}

/** The most categories or products in a form. */
const targetsMax = 1_000

const stateField = choiceField('state', {
  choices: offerStates,
  description: 'Only offers in this state.',
})

const time = absentOr(textOf('a time'), 'a time such as 2026-11-05T09:30:00Z, or null')

/** The names of a file's line, so that a refusal names the form's field. */
const offerBody = Type.Object({
  title: textOf('a text'),
  subtitle: textOf('a text'),
  badge_text: textOf('a text'),
  rule_kind: Type.Unsafe<(typeof ruleKinds)[number]>({
    ...Type.Union(ruleKinds.map((kind) => Type.Literal(kind))),
    expected: `one of ${ruleKinds.join(', ')}`,
  }),
  rule_value: textOf('a text'),
  applies_to: absentOr(choiceOf(offerScopes), `one of ${offerScopes.join(', ')}, or null`),
  /** Slugs of categories, or SKUs of products. */
  targets: absentOr(
    Type.Array(Type.String(), { maxItems: targetsMax }),
    `a list of at most ${targetsMax} names`,
  ),
  is_active: Type.Boolean({ expected: 'true or false' }),
  starts_at: time,
  ends_at: time,
  image: imageField,
})

type Rule = { kind: (typeof ruleKinds)[number]; value: string }

/**
 * The stored value of an offer's rule: for a percentage or an amount only the number. An imported value stays until
 * somebody changes it. Throws AppError `invalid_request` that names the field.
 */
function readRuleValue({ kind, value }: Rule, before: Rule | undefined): string {
  const text = value.trim()
  const isLeft = before?.kind === kind && before.value === value
  if (isLeft || (kind !== 'percentage' && kind !== 'flat')) return text
  const reduction = readReduction(kind, text)
  // Hundredths of a per cent, or paise.
  if (reduction !== undefined) return String(reduction.value / 100)
  throw new AppError('invalid_request', sentences[kind], { field: 'rule_value' })
}

/** Throws AppError `invalid_request`. */
function requirePeriod(startsAt: string | null, endsAt: string | null): void {
  if (startsAt === null || endsAt === null || Date.parse(endsAt) > Date.parse(startsAt)) return
  const message = 'The offer must end after it begins.'
  throw new AppError('invalid_request', message, { field: 'ends_at' })
}

/** Throws AppError `invalid_request` for a rule that cannot set prices. */
function requirePricing(kind: string, value: string): void {
  const reduction = readReduction(kind, value)
  if (reduction !== undefined && canPrice(reduction)) return
  const message = 'An offer that makes prices takes less than 100 per cent off.'
  throw new AppError('invalid_request', message, { field: 'rule_value' })
}

/** Whether the error refuses a line because a category or product does not exist. */
function namesNothing(error: unknown): boolean {
  const field = error instanceof AppError ? error.details['field'] : undefined
  return field === 'categories' || field === 'products'
}

function nothingToPrice(): AppError {
  const message = 'Choose what it is for: of what was chosen, something is not there any more.'
  return new AppError('invalid_request', message, { field: 'targets' })
}

const sentences = {
  percentage: 'Give a percentage that is more than 0 and at most 100, such as 10.',
  flat: 'Give an amount in rupees that is more than 0, such as 100.',
}
