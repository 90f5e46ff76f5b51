import { choiceField, querySchemaOf } from '../../../platform/http/fields.ts'
import { pageField, sizeField } from '../paging.ts'

const resultField = choiceField('result', {
  choices: ['failed'],
  description: 'Only calls that were refused or failed, and those with refused rows.',
})

export const integrationsQuery = querySchemaOf([pageField, sizeField])
export const callsQuery = querySchemaOf([pageField, sizeField, resultField])

/** Throws AppError `invalid_request` that names the field. */
export function readFailedOnly(query: URLSearchParams): boolean {
  return resultField.read(query) === 'failed'
}
