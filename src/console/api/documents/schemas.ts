import { Type } from '@sinclair/typebox'
import type { JsonValue } from '../../../platform/json.ts'
import {
  choiceField,
  querySchemaOf,
  textField,
  wholeNumberField,
} from '../../../platform/http/fields.ts'
import { categories } from '../../../services/scan-export/scans/categories.ts'
import { textOf } from '../text-field.ts'

const pageMax = 100_000
const sizeMax = 200
const textMax = 200
const timeMax = 40

/** Lines of one document that an answer carries: a year's bank statement has thousands. */
export const linesPerPage = 50

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
  description: 'Documents on a page.',
})

export const stateField = choiceField('state', {
  choices: ['pending', 'successful', 'failed'],
  description: 'Only documents that are to be read, were read, or could not be read.',
})

export const categoryField = choiceField('category', {
  choices: categories,
  description: 'Only documents of this category.',
})

export const syncedField = choiceField('synced', {
  choices: ['yes', 'no'],
  description: 'Only documents that were acknowledged, or that were not.',
})

export const duplicateField = choiceField('duplicate', {
  choices: ['yes', 'no'],
  description: 'Only documents for which another one is delivered, or only the others.',
})

export const textSearchField = textField('text', {
  maxLength: textMax,
  description: "Part of the file's name or of anything that was read.",
})

const time = 'A day or a time in ISO 8601; a day counts whole.'

export const fromField = textField('from', { maxLength: timeMax, description: time })
export const untilField = textField('until', { maxLength: timeMax, description: time })

export const linesField = wholeNumberField('lines', {
  minimum: 1,
  maximum: pageMax,
  default: 1,
  description: "Which page of the document's lines.",
})

export const listQuery = querySchemaOf([
  pageField,
  sizeField,
  stateField,
  categoryField,
  syncedField,
  duplicateField,
  textSearchField,
  fromField,
  untilField,
])

export const oneQuery = querySchemaOf([linesField])

export const rangeQuery = querySchemaOf([fromField, untilField])

export const rangeBody = Type.Object({
  from: textOf('a day or a time'),
  until: textOf('a day or a time'),
})

/** The fields and lines as they are typed in; `checkedRaw` checks them. */
export const correctionBody = Type.Object({ raw: Type.Unsafe<JsonValue>(Type.Any()) })
