import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { absentOr } from '../../../../platform/http/fields.ts'
import { categories, type Category } from '../../../../paper/categories.ts'
import {
  changeRules,
  isChangeUnderWay,
} from '../../../../services/scan-export/rename-rules/change-rules.ts'
import {
  dismissOffer,
  offerAgain,
} from '../../../../services/scan-export/rename-rules/dismissed-offers.ts'
import { exportRules } from '../../../../services/scan-export/rename-rules/import-rules.ts'
import { unknownFinder } from '../../../../services/scan-export/rename-rules/find-unknown.ts'
import type { RenameRule } from '../../../../paper/rules/rules.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { choiceOf, idParameter, textOf } from '../../../api/fields.ts'
import { forOwners, sessionOf } from '../../../api/guard.ts'
import {
  changesUnderWay,
  builtInQuery,
  listBuiltInLabels,
  listKeys,
  listQuery,
  listRules,
  listUnknown,
  showPreview,
  unknownQuery,
  checkCsv,
  importCsv,
  rulesFile,
} from './lists.ts'

/** The most rules deleted at once. */
const deletedMax = 1_000
/**
 * The longest CSV file in characters: 50,000 rules of a hundred characters. A longer file would hold up other requests
 * while it is read.
 */
const csvMax = 5_000_000

/** Rename rules: owners only. */
export function ruleRoutes(deps: ConsoleDeps) {
  return new Elysia().use(readingRoutes(deps)).use(unknownRoutes(deps)).use(changingRoutes(deps))
}

function readingRoutes(deps: ConsoleDeps) {
  const { database } = deps
  return new Elysia()
    .get('/api/rules', ({ request }) => listRules(deps, request), {
      query: listQuery,
      ...forOwners,
    })
    .get('/api/rules/built-in', ({ request }) => listBuiltInLabels(request), {
      query: builtInQuery,
      ...forOwners,
    })
    .get('/api/rules/keys', () => listKeys(deps), forOwners)
    .get('/api/rules/export', () => rulesFile(exportRules(database.read)), forOwners)
    .post(
      '/api/rules/preview',
      ({ request: { signal }, body: { put, remove } }) =>
        showPreview(deps, { put: put.map(sentRule), remove: remove ?? [] }, signal),
      { body: previewBody, ...forOwners },
    )
    .post(
      '/api/rules/import/check',
      ({ request, body }) => checkCsv(deps, body.csv, request.signal),
      { body: csvBody, ...forOwners },
    )
}

/** Offers for new rules, and the offers that an owner dismissed. */
function unknownRoutes(deps: ConsoleDeps) {
  const { scanExport } = deps
  const findUnknown = unknownFinder(scanExport)
  return new Elysia()
    .get('/api/rules/unknown', ({ request }) => listUnknown(deps, findUnknown, request), {
      query: unknownQuery,
      ...forOwners,
    })
    .post(
      '/api/rules/unknown/dismiss',
      async ({ request, body }) => {
        await dismissOffer(scanExport, sentOffer(body), sessionOf(request).userId)
        return { dismissed: true }
      },
      { body: offerBody, ...forOwners },
    )
    .post(
      '/api/rules/unknown/offer-again',
      async ({ body }) => {
        await offerAgain(scanExport, sentOffer(body))
        return { dismissed: false }
      },
      { body: offerBody, ...forOwners },
    )
}

function changingRoutes(deps: ConsoleDeps) {
  const { database, scanExport } = deps
  const changes = changesUnderWay(deps)
  return new Elysia()
    .get(
      '/api/rules/changes',
      () => {
        const items = changes.list()
        const isOurs = items.some(({ progress }) => progress !== null)
        return { items, isElsewhere: !isOurs && isChangeUnderWay(database.read) }
      },
      forOwners,
    )
    .post(
      '/api/rules',
      ({ request, body }) => {
        const session = sessionOf(request)
        const options = { by: session.userId, mayReplace: false }
        return changes.run(session, `“${body.from}”`, (onProgress) =>
          changeRules(scanExport, [sentRule(body)], { ...options, onProgress }),
        )
      },
      { body: ruleBody, ...forOwners },
    )
    .post(
      '/api/rules/:id/change',
      ({ request, body, params: { id } }) => {
        const session = sessionOf(request)
        const options = { by: session.userId, remove: [id], mayReplace: false }
        return changes.run(session, `“${body.from}”`, (onProgress) =>
          changeRules(scanExport, [sentRule(body)], { ...options, onProgress }),
        )
      },
      { ...idParameter, body: ruleBody, ...forOwners },
    )
    .post(
      '/api/rules/delete',
      ({ request, body: { ids } }) => {
        const session = sessionOf(request)
        const remove = [...new Set(ids)]
        const what = remove.length === 1 ? 'a rule deleted' : `${remove.length} rules deleted`
        return changes.run(session, what, (onProgress) =>
          changeRules(scanExport, [], { by: session.userId, remove, onProgress }),
        )
      },
      { body: deleteBody, ...forOwners },
    )
    .post(
      '/api/rules/import',
      ({ request, body }) => importCsv(deps, changes, body.csv, sessionOf(request)),
      { body: csvBody, ...forOwners },
    )
}

/** A rule from a request. */
function sentRule({ category = null, key, ...rule }: (typeof ruleBody)['static']): RenameRule {
  return { ...rule, key: key ?? '', category }
}

/** For a label, `text` is the label. For a value, it is the value under `key`. */
function sentOffer({ kind, category, key, text }: (typeof offerBody)['static']) {
  return kind === 'labels'
    ? ({ kind: 'label', category, label: text } as const)
    : ({ kind: 'value', category, key: key ?? '', value: text } as const)
}

const oneCategory = choiceOf<Category>(categories, `one of ${categories.join(', ')}`)

const offerBody = Type.Object({
  kind: choiceOf(['labels', 'values']),
  category: oneCategory,
  key: absentOr(textOf('a text'), 'a text'),
  text: textOf('a text'),
})

const ruleBody = Type.Object({
  type: choiceOf(['label', 'value']),
  category: absentOr(oneCategory, `one of ${categories.join(', ')}, or null for all`),
  key: absentOr(textOf('a text'), 'a text'),
  from: textOf('a text'),
  to: textOf('a text'),
})

const previewBody = Type.Object({
  put: Type.Array(ruleBody, { maxItems: 1, expected: 'a list of at most 1 rule' }),
  remove: absentOr(idsOf(0), `a list of at most ${deletedMax} ids`),
})

const deleteBody = Type.Object({ ids: idsOf(1) })

const csvBody = Type.Object({
  csv: Type.String({
    maxLength: csvMax,
    expected: `the text of a CSV file, of at most ${csvMax} characters`,
  }),
})

function idsOf(min: number) {
  return Type.Array(Type.String({ maxLength: 100 }), {
    minItems: min,
    maxItems: deletedMax,
    expected: `a list of ${min} to ${deletedMax} ids`,
  })
}
