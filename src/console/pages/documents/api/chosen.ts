import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { listScanIdsOf } from '../../../../services/scan-export/overview/list-scans.ts'
import { moveScans, removeScans } from '../../../../services/scan-export/scans/change-scans.ts'
import { putBackScans } from '../../../../services/scan-export/delivery/put-back.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { forClerks, forOwners, sessionOf, type Session } from '../../../api/guard.ts'
import { idsOf, whichBody } from '../../../api/which.ts'
import { readChosen } from './documents.ts'
import { filterQuery, moveBody } from './schemas.ts'

const chosenBody = Type.Object({ which: whichBody })

const moveChosenBody = Type.Composite([chosenBody, moveBody])

/** Commands for several documents: chosen ones, or all that match a filter. Members reach only their own documents. */
export function chosenRoutes(deps: ConsoleDeps) {
  const { scanExport } = deps
  const chosen = (request: Request, which: Parameters<typeof idsOf>[0]) =>
    idsOf(which, filterQuery, async (query) =>
      listScanIdsOf(scanExport, await readChosen(deps, sessionOf(request), query)),
    )
  return new Elysia()
    .post(
      '/api/documents/chosen/move',
      async ({ request, body: { which, category } }) => {
        const ids = await chosen(request, which)
        return await moveScans(scanExport, ids, category, doerOf(sessionOf(request)))
      },
      { body: moveChosenBody, ...forClerks },
    )
    .post(
      '/api/documents/chosen/remove',
      async ({ request, body: { which } }) => {
        const ids = await chosen(request, which)
        return await removeScans(scanExport, ids, doerOf(sessionOf(request)))
      },
      { body: chosenBody, ...forClerks },
    )
    .post(
      '/api/documents/chosen/put-back',
      async ({ request, body: { which } }) => {
        const ids = await chosen(request, which)
        return { documents: await putBackScans(scanExport, ids, sessionOf(request).userId) }
      },
      { body: chosenBody, ...forOwners },
    )
}

function doerOf({ userId, role }: Session) {
  return { by: userId, ofUser: role === 'owner' ? null : userId }
}
