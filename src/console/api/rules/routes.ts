import { Elysia } from 'elysia'
import { querySchemaOf } from '../../../platform/http/fields.ts'
import {
  changeRules,
  exportRules,
  isChangeUnderWay,
  previewRules,
} from '../../../services/scan-export/service.ts'
import { forOwners, sessionOf } from '../guard.ts'
import { idParameter, pageField, sizeField } from '../fields.ts'
import type { ConsoleDeps } from '../deps.ts'
import { changesUnderWay } from './changes-under-way.ts'
import { checkCsv, importCsv, rulesFile } from './csv.ts'
import {
  listBuiltInLabels,
  listKeys,
  listRules,
  scansShown,
  shownPreview,
  sentRule,
} from './list-rules.ts'
import {
  categoryField,
  csvBody,
  deleteBody,
  previewBody,
  ruleBody,
  ruleCategoryField,
  searchField,
  sortField,
  typeField,
} from './schemas.ts'
import { unknownRoutes } from './unknown-routes.ts'

const paging = [pageField, sizeField, searchField]
const listQuery = querySchemaOf([...paging, typeField, ruleCategoryField, sortField])
const builtInQuery = querySchemaOf([...paging, categoryField])

/** Rename rules: owners only. */
export function ruleRoutes(deps: ConsoleDeps) {
  return new Elysia().use(readingRoutes(deps)).use(unknownRoutes(deps)).use(changingRoutes(deps))
}

function readingRoutes(deps: ConsoleDeps) {
  const { database, scanExport } = deps
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
      async ({ request: { signal }, body }) => {
        const change = { put: body.put.map(sentRule), remove: body.remove ?? [] }
        return shownPreview(await previewRules(scanExport, change, { scansShown, signal }))
      },
      { body: previewBody, ...forOwners },
    )
    .post(
      '/api/rules/import/check',
      ({ request, body }) => checkCsv(deps, body.csv, request.signal),
      { body: csvBody, ...forOwners },
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
      async ({ request, body }) => {
        const { userId, name } = sessionOf(request)
        return await changes.run({ userId, name }, `“${body.from}”`, (onProgress) =>
          changeRules(scanExport, [sentRule(body)], { by: userId, mayReplace: false, onProgress }),
        )
      },
      { body: ruleBody, ...forOwners },
    )
    .post(
      '/api/rules/:id/change',
      async ({ request, body, params: { id } }) => {
        const { userId, name } = sessionOf(request)
        const options = { by: userId, remove: [id], mayReplace: false }
        return await changes.run({ userId, name }, `“${body.from}”`, (onProgress) =>
          changeRules(scanExport, [sentRule(body)], { ...options, onProgress }),
        )
      },
      { ...idParameter, body: ruleBody, ...forOwners },
    )
    .post(
      '/api/rules/delete',
      async ({ request, body: { ids } }) => {
        const { userId, name } = sessionOf(request)
        const remove = [...new Set(ids)]
        const what = remove.length === 1 ? 'a rule deleted' : `${remove.length} rules deleted`
        return await changes.run({ userId, name }, what, (onProgress) =>
          changeRules(scanExport, [], { by: userId, remove, onProgress }),
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
