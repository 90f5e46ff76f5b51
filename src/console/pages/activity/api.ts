import { Elysia } from 'elysia'
import { countHistory, type HistorySelection, listHistory } from '../../../accounts/history.ts'
import { listUsers } from '../../../accounts/queries.ts'
import { AppError } from '../../../platform/errors.ts'
import { choiceField, queryOf, textField } from '../../../platform/http/fields.ts'
import { isJsonObject, type JsonObject } from '../../../platform/json/json.ts'
import type { ConsoleDeps } from '../../api/deps.ts'
import {
  fromField,
  givenRange,
  listQueryOf,
  pageBy,
  readRange,
  readSort,
  sortFieldOf,
  untilField,
} from '../../api/fields.ts'
import { forMembers, forOwners, type Session, sessionOf } from '../../api/guard.ts'
import { actionsOfKind, findKindOf, historyKinds } from '../../api/history.ts'

/** Account history: members see their own entries, owners all. */
export function activityRoutes({ database }: ConsoleDeps) {
  return new Elysia()
    .get(
      '/api/activity',
      ({ request }) => {
        const query = queryOf(request)
        const selection = selectionOf(query, sessionOf(request))
        return pageBy(
          query,
          (part) => listHistory(database.read, selection, part).map(shownEntry),
          () => countHistory(database.read, selection),
        )
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

/** Throws AppError `invalid_request`, and `forbidden` if a member requests the entries of others. */
function selectionOf(query: URLSearchParams, { role, userId }: Session): HistorySelection {
  const kind = kindField.read(query)
  const person = personField.read(query)
  const { from = 0, until = Number.MAX_SAFE_INTEGER } = readRange(givenRange(query))
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
    isOldestFirst: !readSort(query, sortField, { by: 'at', isDescending: true }).isDescending,
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

const idLengthMax = 100

const kindField = choiceField('kind', {
  choices: historyKinds,
  description: 'What the entries are about.',
})

const personField = textField('person', {
  maxLength: idLengthMax,
  description: 'The id of who did it.',
})

/** The history is kept forever, and only the time has an index. */
const sortField = sortFieldOf(['at'])

const activityQuery = listQueryOf([kindField, personField, fromField, untilField], sortField)
