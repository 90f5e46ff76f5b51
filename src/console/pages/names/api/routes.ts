import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { addAliases, addName } from '../../../../names/add-name.ts'
import { moveAlias, removeAlias, renameName } from '../../../../names/change-names.ts'
import { requireEntry } from '../../../../names/queries.ts'
import { aliasesMax, type NameKind } from '../../../../names/rules.ts'
import { absentOr } from '../../../../platform/http/fields.ts'
import {
  dismissOffer,
  offerAgain,
} from '../../../../services/scan-export/rename-rules/dismissed-offers.ts'
import { unknownNames } from '../../../../services/scan-export/overview/unknown-names.ts'
import {
  mergeNameEntries,
  removeNameEntry,
} from '../../../../services/storefront/inventory/vendors.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { choiceOf, idParameter, textOf } from '../../../api/fields.ts'
import { forClerks, forOwners, sessionOf } from '../../../api/guard.ts'
import { recordHistory } from '../../../api/history.ts'
import {
  checkEntries,
  exportEntries,
  importEntries,
  findShadowed,
  holderQuery,
  kindOf,
  kindQuery,
  kinds,
  listEntries,
  listQuery,
  listUnknown,
  shownConflict,
  shownEntry,
  unknownQuery,
} from './lists.ts'

/** The most rows in one request, and the most characters of one cell, which holds all aliases of an entry. */
const importRowsMax = 500
/** The most rows of a file in a check. The import sends the file in parts. */
const checkRowsMax = 50_000
const aliasCellMax = 500_000

/** Vendors and product names. Everybody may look, owners change them. Unknown names come from the scans of all users. */
export function nameRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .use(readingRoutes(deps))
    .use(unknownRoutes(deps))
    .use(entryRoutes(deps))
    .use(aliasRoutes(deps))
}

function readingRoutes(deps: ConsoleDeps) {
  const { read } = deps.database
  return new Elysia()
    .get('/api/names', ({ request }) => listEntries(deps, request), {
      query: listQuery,
      ...forClerks,
    })
    .get('/api/names/alias-holder', ({ request }) => findShadowed(read, request), {
      query: holderQuery,
      ...forOwners,
    })
    .get('/api/names/export', ({ request }) => exportEntries(read, kindOf(request)), {
      query: kindQuery,
      ...forClerks,
    })
    .get(
      '/api/names/:id',
      ({ request, params: { id } }) =>
        shownEntry(read, requireEntry(read, id), sessionOf(request).role),
      { ...idParameter, ...forClerks },
    )
}

function unknownRoutes(deps: ConsoleDeps) {
  const findUnknown = unknownNames(deps.scanExport)
  return new Elysia()
    .get('/api/names/unknown', ({ request }) => listUnknown(deps, findUnknown, request), {
      query: unknownQuery,
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
}

function entryRoutes(deps: ConsoleDeps) {
  const { database, clock } = deps
  return new Elysia()
    .post(
      '/api/names',
      async ({ body: { kind: list, name, aliases } }) => {
        const input = { name, aliases: aliases ?? [] }
        const added = await database.write((conn) => addName(conn, list, input, clock.now()))
        const conflicts = added.conflicts.map((one) => shownConflict(database.read, list, one))
        return { ...added, conflicts }
      },
      { body: addBody, ...forOwners },
    )
    .post('/api/names/import/check', ({ body }) => checkEntries(deps, body.kind, body.rows), {
      body: rowsBody(checkRowsMax),
      ...forOwners,
    })
    .post('/api/names/import', ({ body }) => importEntries(deps, body.kind, body.rows), {
      body: rowsBody(importRowsMax),
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
        await mergeNameEntries(deps, { from: id, into }, sessionOf(request).userId)
        return { id: into }
      },
      { ...idParameter, body: mergeBody, ...forOwners },
    )
    .post(
      '/api/names/:id/remove',
      async ({ request, params: { id } }) => {
        await removeNameEntry(deps, id, sessionOf(request).userId)
        return { id }
      },
      { ...idParameter, ...forOwners },
    )
}

function aliasRoutes({ database, clock }: ConsoleDeps) {
  return new Elysia()
    .post(
      '/api/names/:id/aliases',
      async ({ body, params: { id } }) => {
        const { kind: list } = requireEntry(database.read, id)
        const input = { id, aliases: body.aliases }
        const placed = await database.write((conn) => addAliases(conn, input, clock.now()))
        const conflicts = placed.conflicts.map((one) => shownConflict(database.read, list, one))
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

/** Renames an entry. `by` is the owner. Throws like `renameName`. */
async function renameEntry(
  { database, clock }: ConsoleDeps,
  input: { id: string; name: string; keepsOldName: boolean },
  by: string,
) {
  return await database.write((conn) => {
    const now = clock.now()
    const { kind: list, name } = requireEntry(conn, input.id)
    const renamed = renameName(conn, input, now)
    if (renamed.changed) {
      const details = { kind: list, name, to: input.name.trim() }
      recordHistory(conn, now, { action: 'name renamed', userId: by, details })
    }
    return renamed
  })
}

const kind = choiceOf<NameKind>(kinds, kinds.join(' or '))

const offerBody = Type.Object({ kind, name: textOf('a text') })

const someAliases = Type.Array(textOf('a text'), {
  maxItems: aliasesMax,
  expected: `a list of at most ${aliasesMax} texts`,
})

const addBody = Type.Object({
  kind,
  name: textOf('a text'),
  aliases: absentOr(someAliases, `a list of at most ${aliasesMax} texts`),
})

const renameBody = Type.Object({ name: textOf('a text'), keepsOldName: Type.Boolean() })

const aliasesBody = Type.Object({ aliases: someAliases })

const mergeBody = Type.Object({ into: textOf('the id of an entry') })

const moveBody = Type.Object({ to: textOf('the id of an entry') })

function rowsBody(max: number) {
  const aliases = Type.String({
    maxLength: aliasCellMax,
    expected: `a text of at most ${aliasCellMax} characters`,
  })
  const rows = Type.Array(Type.Object({ name: textOf('a text'), aliases }), {
    maxItems: max,
    expected: `a list of at most ${max} rows`,
  })
  return Type.Object({ kind, rows })
}
