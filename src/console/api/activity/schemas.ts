import { historyKinds, type HistoryKind } from '../../../accounts/history.ts'
import { readIsoTime } from '../../../platform/dates.ts'
import { choiceField, querySchemaOf, textField } from '../../../platform/http/fields.ts'
import { notAllowed } from '../../../platform/refusal-sentence.ts'
import { pageField, readPage, sizeField } from '../paging.ts'

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

export const activityQuery = querySchemaOf([
  pageField,
  sizeField,
  kindField,
  personField,
  fromField,
  untilField,
])

/** What of the account history was asked for; times in milliseconds since the epoch. */
export type ActivityInput = {
  page: number
  size: number
  kind: HistoryKind | undefined
  person: string | undefined
  from: number | undefined
  until: number | undefined
}

/** Throws AppError `invalid_request` that names the field. */
export function readActivityInput(query: URLSearchParams): ActivityInput {
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
