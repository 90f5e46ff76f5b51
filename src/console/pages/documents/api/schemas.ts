import { Type } from '@sinclair/typebox'
import { choiceField, querySchemaOf, wholeNumberField } from '../../../../platform/http/fields.ts'
import type { JsonValue } from '../../../../platform/json/json.ts'
import { categories, type Category } from '../../../../paper/categories.ts'
import { findingCodes } from '../../../../paper/checks/document.ts'
import { joinedMax } from '../../../../services/scan-export/intake/join-scans.ts'
import { scanSorts } from '../../../../services/scan-export/service.ts'
import {
  choiceOf,
  fromField,
  listQueryOf,
  searchFieldOf,
  sortFieldOf,
  textOf,
  untilField,
} from '../../../api/fields.ts'

/** The highest page of a document's lines. */
const linesPageMax = 100_000

/** The most lines of a document in one answer: a year's bank statement has thousands. */
export const linesPerPage = 50

export const stateField = choiceField('state', {
  choices: ['pending', 'reading', 'successful', 'failed', 'check'],
  description:
    'Only documents that are to be typed in, are being read, were read, could not be read, or are held because a value is to be checked.',
})

export const categoryField = choiceField('category', {
  choices: categories,
  description: 'Only documents of this category.',
})

export const syncedField = choiceField('synced', {
  choices: ['yes', 'no', 'last-week'],
  description:
    'Only documents that were acknowledged, that were not, or that were read, were not, and are in their last week.',
})

export const duplicateField = choiceField('duplicate', {
  choices: ['yes', 'no'],
  description: 'Only documents for which another one is delivered, or only the others.',
})

export const doubtfulField = choiceField('doubtful', {
  choices: ['yes'],
  description: 'Only documents that wait and have values that the checks contradict.',
})

export const booksField = choiceField('books', {
  choices: ['no'],
  description: 'Only documents that a program could not enter in the books.',
})

export const searchField = searchFieldOf("Part of the file's name or of anything that was read.")

export const linesField = wholeNumberField('lines', {
  minimum: 1,
  maximum: linesPageMax,
  default: 1,
  description: "Which page of the document's lines.",
})

/** The highest page of a file. */
const pageNumberMax = 100_000

export const pageNumberField = wholeNumberField('page', {
  minimum: 1,
  maximum: pageNumberMax,
  default: 1,
  description: 'Which page of the file.',
})

/** The widths of drawn pages in pixels. There are few, so that a drawn page serves other screens too. */
export const pageWidths = ['600', '1200', '2000', '2800'] as const

export const pageWidthField = choiceField('width', {
  choices: pageWidths,
  description: 'How many pixels the page is across, at most.',
})

export const sortField = sortFieldOf(scanSorts)

/** The filters for documents. */
const filterFields = [
  stateField,
  categoryField,
  syncedField,
  duplicateField,
  doubtfulField,
  booksField,
  searchField,
  fromField,
  untilField,
]

export const filterQuery = querySchemaOf(filterFields)

export const listQuery = listQueryOf(filterFields, sortField)

export const oneQuery = querySchemaOf([linesField])

export const pageQuery = querySchemaOf([pageWidthField])

export const pageParameters = {
  params: Type.Object({ id: Type.String(), page: Type.String() }),
}

/** A finding as shown. Confirming sends it back unchanged. */
const finding = Type.Object({
  key: textOf('a key'),
  line: Type.Optional(Type.Integer({ minimum: 0, expected: 'a whole number from 0' })),
  code: choiceOf(findingCodes),
  message: textOf('a sentence'),
})

/** The most findings confirmed in one call: a year's bank statement may have one in each row. */
const confirmedMax = 10_000

/** The typed fields and lines, checked by `checkedRaw`, the `version` that the form showed, and the findings that the paper really says. */
export const correctionBody = Type.Object({
  raw: Type.Unsafe<JsonValue>(Type.Any()),
  startedFrom: textOf('the version of what was read'),
  confirmed: Type.Optional(
    Type.Array(finding, {
      maxItems: confirmedMax,
      expected: `a list of at most ${confirmedMax} findings`,
    }),
  ),
})

const category = choiceOf<Category>(categories, `one of ${categories.join(', ')}`)

export const joinBody = Type.Object({
  ids: Type.Array(Type.String(), {
    minItems: 2,
    maxItems: joinedMax,
    uniqueItems: true,
    expected: `2 to ${joinedMax} different ids of documents`,
  }),
})

/** No PDF has a longer password: 127 bytes is the limit (source: ISO 32000-2, 7.6.4). */
const passwordMax = 127

const password = Type.String({
  minLength: 1,
  maxLength: passwordMax,
  expected: `a password of 1 to ${passwordMax} characters`,
  secret: true,
})

/** For viewing the pages of a locked file. */
export const openBody = Type.Object({ password })

export const passwordBody = Type.Object({
  password,
  /** Whether to use the password for the same user's later files. Owners decide this. */
  keep: Type.Optional(Type.Boolean()),
})

export const moveBody = Type.Object({ category })
