import { Elysia } from 'elysia'
import { forOwners } from '../describe.ts'
import type { ConsoleDeps } from '../parts.ts'
import { importRows } from './import-rows.ts'
import { importBody } from './schemas.ts'

/** Products out of a table that the page read, a piece of it at a time. */
export function productImportRoutes(deps: ConsoleDeps) {
  return new Elysia().post(
    '/api/product-import',
    async ({ body }) => ({ results: await importRows(deps, body) }),
    { body: importBody, ...forOwners },
  )
}
