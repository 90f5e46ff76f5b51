import { Elysia } from 'elysia'
import { countHistory, type HistorySelection, listHistory } from '../../../accounts/history.ts'
import { listUsers } from '../../../accounts/queries.ts'
import { AppError } from '../../../platform/errors.ts'
import { choiceField, queryOf, querySchemaOf, textField } from '../../../platform/http/fields.ts'
import { isJsonObject, type JsonObject } from '../../../platform/json/json.ts'
import { notAllowed } from '../../../platform/record/read.ts'
import { readIsoTime } from '../../../platform/time.ts'
import type { ConsoleDeps } from '../deps.ts'
import { pageField, readPage, sizeField } from '../fields.ts'
import { forMembers, forOwners, type Session, sessionOf } from '../guard.ts'
import { actionsOfKind, findKindOf, type HistoryKind, historyKinds } from '../history.ts'

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

const idLengthMax = 100
const timeLengthMax = 40

const kindField = choiceField('kind', {
  choices: historyKinds,
  description: 'What the entries are about.',
})

const personField = textField('person', {
  maxLength: idLengthMax,
  description: 'The id of who did it.',
})

const fromField = textField('from', {
  maxLength: timeLengthMax,
  description: 'Only from this time on.',
})

const untilField = textField('until', {
  maxLength: timeLengthMax,
  description: 'Only to this time.',
})

const activityQuery = querySchemaOf([
  pageField,
  sizeField,
  kindField,
  personField,
  fromField,
  untilField,
])

/** What of the account history was asked for; times in milliseconds since the epoch. */
type ActivityInput = {
  page: number
  size: number
  kind: HistoryKind | undefined
  person: string | undefined
  from: number | undefined
  until: number | undefined
}

/** Throws AppError `invalid_request` that names the field. */
function readActivityInput(query: URLSearchParams): ActivityInput {
  return {
    ...readPage(query),
    kind: kindField.read(query),
    person: personField.read(query),
    from: readTime('from', fromField.read(query)),
    until: readTime('until', untilField.read(query)),
  }
}

function readTime(field: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const time = readIsoTime(text, '00:00:00')
  if (time !== undefined) return time
  throw notAllowed(field, 'a day such as 2027-03-31, or a time', text)
}
