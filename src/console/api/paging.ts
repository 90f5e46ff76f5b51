import { wholeNumberField } from '../../platform/http/fields.ts'

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

/** Which page was asked for. Throws AppError `invalid_request` that names the field. */
export function readPage(query: URLSearchParams): { page: number; size: number } {
  return { page: pageField.read(query), size: sizeField.read(query) }
}

/** A page of rows that are all in memory. */
export function pageOf<Row>(rows: readonly Row[], query: URLSearchParams) {
  const { page, size } = readPage(query)
  const first = (page - 1) * size
  return { items: rows.slice(first, first + size), total: rows.length, page, size }
}
