import { Elysia } from 'elysia'
import { callerOf } from '../../../accounts/keys/guard.ts'
import { changeFields, changesAsked, changesReply } from '../../../changes/fields.ts'
import type { ChangeWaits } from '../../../changes/wait.ts'
import { querySchemaOf } from '../../../platform/http/fields.ts'
import { describeRead } from '../api.ts'
import type { ScanExportDeps } from '../deps.ts'
import { changesAnswer, scanExportKinds } from './schemas.ts'
import { showChanges } from './show-changes.ts'

export function changeRoutes(deps: ScanExportDeps, waits: ChangeWaits) {
  return new Elysia().get(
    '/api/public/v1/changes',
    ({ request }) => {
      const asked = changesAsked(request, scanExportKinds)
      const { kinds = scanExportKinds, limit } = asked
      const { allUsers, userId } = callerOf(request)
      const whose = allUsers ? undefined : userId
      return changesReply(request, waits, asked, (after) =>
        showChanges(deps, { kinds, limit, after, userId: whose }),
      )
    },
    {
      query: querySchemaOf(changeFields),
      ...describeRead({
        operationId: 'listScanChanges',
        tag: 'Changes',
        summary: 'Follow what changes in the documents and the name lists',
        description:
          'An extension of Daybook. The documents that the key can see, vendors and product names, each once, as they are now, in the order in which they last changed; what is gone comes with `removed`. Keep `next` and send it as `after`. What a document says is in `scans/unsynced` while it waits.',
        answer: changesAnswer,
        hasQuery: true,
        refusals: [403, 410, 503],
      }),
    },
  )
}
