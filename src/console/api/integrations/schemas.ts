import { choiceField, querySchemaOf, wholeNumberField } from '../../../platform/http/fields.ts'

const pageMax = 10_000
const sizeMax = 200

const pageField = wholeNumberField('page', {
  minimum: 1,
  maximum: pageMax,
  default: 1,
  description: 'Which page.',
})

const sizeField = wholeNumberField('size', {
  minimum: 1,
  maximum: sizeMax,
  default: 50,
  description: 'Rows on a page.',
})

const resultField = choiceField('result', {
  choices: ['failed'],
  description: 'Only calls that were refused or failed.',
})

export const integrationsQuery = querySchemaOf([pageField, sizeField])
export const callsQuery = querySchemaOf([pageField, sizeField, resultField])

/** Which page was asked for. Throws AppError `invalid_request` that names the field. */
export function readPage(query: URLSearchParams): { page: number; size: number } {
  return { page: pageField.read(query), size: sizeField.read(query) }
}

/** Throws like `readPage`. */
export function readFailedOnly(query: URLSearchParams): boolean {
  return resultField.read(query) === 'failed'
}
