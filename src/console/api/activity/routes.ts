import { Elysia } from 'elysia'
import { actionsOfKind, findKindOf } from '../../../accounts/history.ts'
import {
  countHistory,
  listHistory,
  type HistorySelection,
} from '../../../accounts/history-queries.ts'
import { listUsers } from '../../../accounts/queries.ts'
import { AppError } from '../../../platform/errors.ts'
import { queryOf } from '../../../platform/http/fields.ts'
import { isJsonObject, type JsonObject } from '../../../platform/json.ts'
import { forMembers, forOwners } from '../describe.ts'
import { sessionOf, type Session } from '../guard.ts'
import type { ConsoleDeps } from '../parts.ts'
import { activityQuery, readActivityInput, type ActivityInput } from './schemas.ts'

/** Account history: members see what they did themselves, owners see all. */
export function activityRoutes({ database }: ConsoleDeps) {
  return new Elysia()
    .get(
      '/api/activity',
      ({ request }) => {
        const input = readActivityInput(queryOf(request))
        const selection = selectionOf(input, sessionOf(request))
        const { page, size } = input
        const rows = listHistory(database.read, selection, {
          limit: size,
          offset: (page - 1) * size,
        })
        return {
          items: rows.map(shownEntry),
          total: countHistory(database.read, selection),
          page,
          size,
        }
      },
      { query: activityQuery, ...forMembers },
    )
    .get(
      '/api/activity/people',
      () => ({
        items: listUsers(database.read)
          .all()
          .map(({ id, name, email }) => ({ id, name, email })),
      }),
      forOwners,
    )
}

/** Throws AppError `forbidden` for a member who asks for what somebody else did. */
function selectionOf(input: ActivityInput, { role, userId }: Session): HistorySelection {
  const { kind, person, from = 0, until = Number.MAX_SAFE_INTEGER } = input
  if (role !== 'owner' && person !== undefined && person !== userId) {
    throw new AppError('forbidden', 'Only an owner may look at what others did.', {
      field: 'person',
    })
  }
  return {
    userId: role === 'owner' ? (person ?? null) : userId,
    actions: kind === undefined ? null : actionsOfKind(kind),
    from,
    until,
  }
}

function shownEntry(entry: ReturnType<typeof listHistory>[number]) {
  const { id, at, action, userId, userName, keyName } = entry
  return {
    id,
    at: new Date(at).toISOString(),
    action,
    kind: findKindOf(action) ?? null,
    by: userId === null ? null : { id: userId, name: userName ?? '' },
    keyName,
    details: detailsOf(entry.details),
  }
}

function detailsOf(stored: string): JsonObject {
  const details: unknown = JSON.parse(stored)
  return isJsonObject(details) ? details : {}
}
