import { Elysia } from 'elysia'
import { addName } from '../../../names/add-name.ts'
import { listNames } from '../../../names/queries.ts'
import type { NameKind } from '../../../names/rules.ts'
import { contextOf } from '../../../platform/http/request.ts'
import type { ScanExportDeps } from '../deps.ts'
import { describeRead, describeWrite } from '../api.ts'
import { nameJson, addNameAnswer, addNameBody, namesAnswer } from './schemas.ts'

export function nameListRoutes(deps: ScanExportDeps) {
  return new Elysia().use(routesOf(deps, 'vendor')).use(routesOf(deps, 'product'))
}

function routesOf({ database, clock }: ScanExportDeps, kind: NameKind) {
  const path = `/api/public/v1/${kind}s`
  const tag = kind === 'vendor' ? 'Vendors' : 'Products'
  return new Elysia()
    .get(
      path,
      ({ request }) => {
        const items = listNames(database.read, kind).map(nameJson)
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
        const input = { name: body.name, aliases: body.aliases ?? [] }
        const { id, created, aliasesAdded, conflicts } = await database.write((conn) =>
          addName(conn, kind, input, clock.now()),
        )
        contextOf(request).rows = 1
        return { ok: true, id, created, aliases_added: aliasesAdded, conflicts }
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
