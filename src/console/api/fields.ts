import { Type, type TObject } from '@sinclair/typebox'
import { AppError } from '../../platform/errors.ts'
import {
  choiceField,
  querySchemaOf,
  textField,
  wholeNumberField,
  type QueryField,
} from '../../platform/http/fields.ts'
import { notAllowed } from '../../platform/record/read.ts'
import { readIsoTime } from '../../platform/time.ts'

const pageMax = 100_000
const sizeMax = 200

export const pageField = wholeNumberField('page', {
  minimum: 1,
  maximum: pageMax,
  default: 1,
  description: 'Which page.',
})

export const sizeField = wholeNumberField('size', {
  minimum: 1,
  maximum: sizeMax,
  default: 50,
  description: 'Entries on a page.',
})

/** The longest search text of a list, in characters. */
const searchMax = 200

/** The search text of a list. The description says where it is searched. */
export function searchFieldOf(description: string) {
  return textField('search', { maxLength: searchMax, description })
}

/** The column by which a list is sorted. */
export function sortFieldOf<const Sort extends string>(choices: readonly Sort[]) {
  return choiceField('sort', { choices, description: 'By what it is sorted.' })
}

export const directionField = choiceField('direction', {
  choices: ['up', 'down'],
  description: 'Which way it is sorted; down when a sort is given without it.',
})

/** The query of a list: its page, its order if it can be sorted, and its own filters. */
export function listQueryOf(
  filters: readonly QueryField<unknown>[],
  sort?: QueryField<unknown>,
): TObject {
  const order = sort === undefined ? [] : [sort, directionField]
  return querySchemaOf([pageField, sizeField, ...order, ...filters])
}

/** The sort order of a list: `before`, unless the query has another. */
export function readSort<Sort extends string>(
  query: URLSearchParams,
  field: QueryField<Sort | undefined>,
  before: { by: Sort; isDescending: boolean },
): { by: Sort; isDescending: boolean } {
  const by = field.read(query)
  const direction = directionField.read(query)
  if (by === undefined) return before
  return { by, isDescending: direction !== 'up' }
}

/** The requested page. Throws AppError `invalid_request` that names the field. */
export function readPage(query: URLSearchParams): { page: number; size: number } {
  return { page: pageField.read(query), size: sizeField.read(query) }
}

/** A page of a database list. `list` reads the page, `count` counts all rows. */
export function pageBy<Row>(
  query: URLSearchParams,
  list: (part: { limit: number; offset: number }) => readonly Row[],
  count: () => number,
) {
  const { page, size } = readPage(query)
  const items = list({ limit: size, offset: (page - 1) * size })
  return { items, total: count(), page, size }
}

/** Sorts rows in memory by a value. Rows without the value come last, and ties keep their order. */
export function sortedBy<Row, By extends string>(
  rows: readonly Row[],
  { by, isDescending }: { by: By; isDescending: boolean },
  values: Readonly<Record<By, (row: Row) => string | number | null>>,
): Row[] {
  const value = values[by]
  return rows.toSorted((a, b) => {
    const [one, other] = [value(a), value(b)]
    if (one === other) return 0
    if (one === null || other === null) return one === null ? 1 : -1
    return one < other === isDescending ? 1 : -1
  })
}

/** A page of rows in memory. */
export function pageOf<Row>(rows: readonly Row[], query: URLSearchParams) {
  const { page, size } = readPage(query)
  const first = (page - 1) * size
  return { items: rows.slice(first, first + size), total: rows.length, page, size }
}

/** The longest text in a form, in characters. Each field has its own shorter limit and its own message. */
const textMax = 1000

/** A text that must not appear in refusals and logs: a password, a code, or a field into which somebody may type one by mistake. */
export function secretOf(expected: string) {
  return Type.String({ ...textOf(expected), secret: true })
}

/** A text in a body. `expected` completes the sentence "… must be". */
export function textOf(expected: string) {
  return Type.String({
    maxLength: textMax,
    expected: `${expected} of at most ${textMax} characters`,
  })
}

/** A choice of words in a body. */
export function choiceOf<const Choice extends string>(
  choices: readonly Choice[],
  expected = choices.map((choice) => `"${choice}"`).join(' or '),
) {
  return Type.Unsafe<Choice>({
    ...Type.Union(choices.map((choice) => Type.Literal(choice))),
    expected,
  })
}

/** The id in a path such as `/api/keys/:id/revoke`. */
export const idParameter = { params: Type.Object({ id: Type.String() }) }

const allowed = 'a day such as 2027-03-31'

/** The longest day or time, in characters. */
const timeMax = 40

const description = 'A day or a time in ISO 8601; a day counts whole.'

export const fromField = textField('from', { maxLength: timeMax, description })
export const untilField = textField('until', { maxLength: timeMax, description })

export const rangeQuery = querySchemaOf([fromField, untilField])

export const rangeBody = Type.Object({
  from: textOf('a day or a time'),
  until: textOf('a day or a time'),
})

/** Both ends of the range in a query. */
export function givenRange(query: URLSearchParams): Given {
  return { from: fromField.read(query), until: untilField.read(query) }
}

type Given = { from: string | undefined; until: string | undefined }

/** Milliseconds since the epoch, both included. Days begin and end by this computer's clock. Throws AppError `invalid_request`. */
export function readRange({ from, until }: Given): {
  from: number | undefined
  until: number | undefined
} {
  return {
    from: readTime('from', from, '00:00:00.000'),
    until: readTime('until', until, '23:59:59.999'),
  }
}

/** Like `readRange`, but both ends are required. In the form of `putBackRange`: `until` is the first moment after the range. */
export function readWholeRange(given: Given): { from: number; until: number } {
  const { from, until } = readRange(given)
  if (from === undefined) throw notAllowed('from', allowed, given.from)
  if (until === undefined) throw notAllowed('until', allowed, given.until)
  if (until >= from) return { from, until: until + 1 }
  throw new AppError('invalid_request', 'The last day must not be before the first.', {
    field: 'until',
  })
}

function readTime(field: string, text: string | undefined, timeOfDay: string): number | undefined {
  if (text === undefined || text === '') return undefined
  const time = readIsoTime(text, timeOfDay)
  if (time !== undefined) return time
  throw notAllowed(field, allowed, text)
}
