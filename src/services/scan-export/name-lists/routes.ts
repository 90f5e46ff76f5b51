import { Elysia } from 'elysia'
import { addName, type NameInput } from '../../../names/add-name.ts'
import { listNames } from '../../../names/queries.ts'
import type { NameKind } from '../../../names/rules.ts'
import { contextOf } from '../../../platform/http/request.ts'
import { describeRead, describeWrite } from '../describe.ts'
import type { ScanExportDeps } from '../deps.ts'
import { addNameAnswer, addNameBody, namesAnswer } from './schemas.ts'

export function nameListRoutes(deps: ScanExportDeps) {
  return new Elysia().use(routesOf(deps, 'vendor')).use(routesOf(deps, 'product'))
}

function routesOf(deps: ScanExportDeps, kind: NameKind) {
  const path = `/api/public/v1/${kind}s`
  const tag = kind === 'vendor' ? 'Vendors' : 'Products'
  return new Elysia()
    .get(
      path,
      ({ request }) => {
        const items = listAnswer(deps, kind)
        contextOf(request).rows = items.length
        return { count: items.length, items }
      },
      describeRead({
        operationId: `list${tag}`,
        tag,
        summary: `List ${kind}s with their aliases`,
        description: `All canonical ${kind} names of the organisation, by name. Any key may ask.`,
        answer: namesAnswer,
      }),
    )
    .post(
      path,
      async ({ body, request }) => {
        const added = await add(deps, kind, { name: body.name, aliases: body.aliases ?? [] })
        contextOf(request).rows = 1
        return added
      },
      {
        body: addNameBody,
        ...describeWrite({
          operationId: kind === 'vendor' ? 'addVendor' : 'addProduct',
          tag,
          summary: `Create a ${kind} or add aliases to it`,
          description: `Reuses the ${kind} of that name when there is one; names are compared without regard to case and spacing. Only an owner's key may call it.`,
          answer: addNameAnswer,
          ownerOnly: true,
        }),
      },
    )
}

function listAnswer(deps: ScanExportDeps, kind: NameKind) {
  return listNames(deps.database.read, kind).map(({ id, name, updatedAt, aliases }) => ({
    id,
    name,
    updated_at: new Date(updatedAt).toISOString(),
    aliases,
  }))
}

async function add(deps: ScanExportDeps, kind: NameKind, input: NameInput) {
  const added = await deps.database.write((conn) => addName(conn, kind, input, deps.clock.now()))
  return {
    ok: true,
    id: added.id,
    created: added.created,
    aliases_added: added.aliasesAdded,
    conflicts: added.conflicts,
  }
}
