import { Type } from '@sinclair/typebox'
import { choiceField, querySchemaOf, textField } from '../../../../platform/http/fields.ts'
import { entryFilters } from '../../../../gstr2b/entries/counts.ts'
import { verdictsOfBill } from '../../../../gstr2b/decisions.ts'
import { portalMonth } from '../../../../gstr2b/portal/row.ts'
import {
  choiceOf,
  directionField,
  pageField,
  searchFieldOf,
  sizeField,
  sortFieldOf,
  textOf,
} from '../../../api/fields.ts'

/** The longest month, in characters. */
const monthMax = 7

/** The most lines in one decision. */
const decidedMax = 200

export const monthField = textField('month', {
  maxLength: monthMax,
  description: 'A month such as 2026-07; the last one that is there, when it is left out.',
})

export const stateField = choiceField('state', {
  choices: entryFilters,
  description: 'Where lines stand; `look` is what differs or is only likely.',
})

export const itcField = choiceField('itc', {
  choices: ['yes', 'no'],
  description: 'Whether the portal gives the credit.',
})

export const markField = choiceField('mark', {
  choices: ['asked', 'ignored'],
  description: 'What somebody marked; without it all but what needs nothing.',
})

export const searchField = searchFieldOf('A part of a seller, a number or a GSTIN.')

export const entrySorts = ['seller', 'day', 'total', 'tax'] as const

export const sortField = sortFieldOf(entrySorts)

export const entriesQuery = querySchemaOf([
  monthField,
  stateField,
  itcField,
  markField,
  searchField,
  pageField,
  sizeField,
  sortField,
  directionField,
])

export const sellersQuery = querySchemaOf([monthField, searchField, pageField, sizeField])

export const monthBody = Type.Object({
  month: portalMonth,
  replacesNewer: Type.Optional(Type.Boolean()),
})

export const decisionsBody = Type.Object({
  decisions: Type.Array(
    Type.Object({
      subject: textOf('the subject of a line'),
      verdict: choiceOf(verdictsOfBill),
      billId: Type.Optional(textOf('the id of a document')),
      note: Type.Optional(textOf('a text')),
    }),
    { minItems: 1, maxItems: decidedMax },
  ),
})

export const claimBody = Type.Object({ key: textOf('a field such as invoice_no') })
