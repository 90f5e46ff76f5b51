import { Elysia } from 'elysia'
import { addAliases, addName } from '../../../names/add-name.ts'
import { moveAlias, removeAlias } from '../../../names/change-names.ts'
import { requireEntry } from '../../../names/queries.ts'
import { dismissOffer, offerAgain, unknownNames } from '../../../services/scan-export/service.ts'
import { forMembers, forOwners, sessionOf } from '../guard.ts'
import { idParameter } from '../fields.ts'
import type { ConsoleDeps } from '../deps.ts'
import { exportEntries, checkEntries, importEntries } from './csv.ts'
import { renameEntry, mergeEntries, removeEntry } from './change-entries.ts'
import {
  findShadowed,
  kindOf,
  listEntries,
  listUnknown,
  allAliasesMax,
  shownConflict,
  shownEntry,
} from './lists.ts'
import {
  addBody,
  aliasesBody,
  checkBody,
  holderQuery,
  importBody,
  kindQuery,
  listQuery,
  mergeBody,
  moveBody,
  offerBody,
  renameBody,
  unknownQuery,
} from './schemas.ts'

/** Vendors and product names: everybody may look, owners change them. Unknown ones come from the scans of all users. */
export function nameRoutes(deps: ConsoleDeps) {
  return new Elysia().use(readingRoutes(deps)).use(entryRoutes(deps)).use(aliasRoutes(deps))
}

function readingRoutes(deps: ConsoleDeps) {
  const { database } = deps
  const findUnknown = unknownNames(deps.scanExport)
  return new Elysia()
    .get('/api/names', ({ request }) => listEntries(deps, request), {
      query: listQuery,
      ...forMembers,
    })
    .get('/api/names/unknown', ({ request }) => listUnknown(deps, findUnknown, request), {
      query: unknownQuery,
      ...forOwners,
    })
    .get('/api/names/alias-holder', ({ request }) => findShadowed(database.read, request), {
      query: holderQuery,
      ...forOwners,
    })
    .post(
      '/api/names/unknown/dismiss',
      async ({ request, body }) => {
        await dismissOffer(deps.scanExport, body, sessionOf(request).userId)
        return { dismissed: true }
      },
      { body: offerBody, ...forOwners },
    )
    .post(
      '/api/names/unknown/offer-again',
      async ({ body }) => {
        await offerAgain(deps.scanExport, body)
        return { dismissed: false }
      },
      { body: offerBody, ...forOwners },
    )
    .get('/api/names/export', ({ request }) => exportEntries(database.read, kindOf(request)), {
      query: kindQuery,
      ...forMembers,
    })
    .get(
      '/api/names/:id',
      ({ request, params: { id } }) => {
        const entry = requireEntry(database.read, id)
        const { role } = sessionOf(request)
        return shownEntry(database.read, entry, {
          aliasesMax: allAliasesMax,
          kind: entry.kind,
          role,
        })
      },
      { ...idParameter, ...forMembers },
    )
}

function entryRoutes(deps: ConsoleDeps) {
  const { database, clock } = deps
  return new Elysia()
    .post(
      '/api/names',
      async ({ body: { kind, name, aliases } }) => {
        const input = { name, aliases: aliases ?? [] }
        const added = await database.write((conn) => addName(conn, kind, input, clock.now()))
        const conflicts = added.conflicts.map((one) => shownConflict(database.read, kind, one))
        return { ...added, conflicts }
      },
      { body: addBody, ...forOwners },
    )
    .post('/api/names/import/check', ({ body: { kind, rows } }) => checkEntries(deps, kind, rows), {
      body: checkBody,
      ...forOwners,
    })
    .post('/api/names/import', ({ body: { kind, rows } }) => importEntries(deps, kind, rows), {
      body: importBody,
      ...forOwners,
    })
    .post(
      '/api/names/:id/rename',
      ({ request, body, params: { id } }) =>
        renameEntry(deps, { id, ...body }, sessionOf(request).userId),
      { ...idParameter, body: renameBody, ...forOwners },
    )
    .post(
      '/api/names/:id/merge',
      async ({ request, body: { into }, params: { id } }) => {
        await mergeEntries(deps, { from: id, into }, sessionOf(request).userId)
        return { id: into }
      },
      { ...idParameter, body: mergeBody, ...forOwners },
    )
    .post(
      '/api/names/:id/remove',
      async ({ request, params: { id } }) => {
        await removeEntry(deps, id, sessionOf(request).userId)
        return { id }
      },
      { ...idParameter, ...forOwners },
    )
}

function aliasRoutes({ database, clock }: ConsoleDeps) {
  return new Elysia()
    .post(
      '/api/names/:id/aliases',
      async ({ body: { aliases }, params: { id } }) => {
        const { kind } = requireEntry(database.read, id)
        const placed = await database.write((conn) =>
          addAliases(conn, { id, aliases }, clock.now()),
        )
        const conflicts = placed.conflicts.map((one) => shownConflict(database.read, kind, one))
        return { added: placed.added, conflicts }
      },
      { ...idParameter, body: aliasesBody, ...forOwners },
    )
    .post(
      '/api/aliases/:id/move',
      async ({ body: { to }, params: { id } }) => ({
        moved: await database.write((conn) => moveAlias(conn, { id, to }, clock.now())),
      }),
      { ...idParameter, body: moveBody, ...forOwners },
    )
    .post(
      '/api/aliases/:id/remove',
      async ({ params: { id } }) => {
        await database.write((conn) => removeAlias(conn, id))
        return { id }
      },
      { ...idParameter, ...forOwners },
    )
}
