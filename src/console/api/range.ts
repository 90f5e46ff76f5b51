import { Type } from '@sinclair/typebox'
import { readIsoTime } from '../../platform/dates.ts'
import { AppError } from '../../platform/errors.ts'
import { querySchemaOf, textField } from '../../platform/http/fields.ts'
import { notAllowed } from '../../platform/refusal-sentence.ts'
import { textOf } from './text-field.ts'

const allowed = 'a day such as 2027-03-31'

/** Characters of a day or a time. */
const timeMax = 40

const description = 'A day or a time in ISO 8601; a day counts whole.'

export const fromField = textField('from', { maxLength: timeMax, description })
export const untilField = textField('until', { maxLength: timeMax, description })

export const rangeQuery = querySchemaOf([fromField, untilField])

export const rangeBody = Type.Object({
  from: textOf('a day or a time'),
  until: textOf('a day or a time'),
})

/** What a query says of both ends. */
export function givenRange(query: URLSearchParams): Given {
  return { from: fromField.read(query), until: untilField.read(query) }
}

type Given = { from: string | undefined; until: string | undefined }

/**
 * Milliseconds since the epoch, both included; days begin and end by this computer's clock.
 * Throws AppError `invalid_request`.
 */
export function readRange({ from, until }: Given): {
  from: number | undefined
  until: number | undefined
} {
  return {
    from: readTime('from', from, '00:00:00.000'),
    until: readTime('until', until, '23:59:59.999'),
  }
}

/** The same with both ends, and as `putBackRange` takes it: `until` is the first moment behind it. */
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
