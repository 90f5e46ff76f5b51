import { Type } from '@sinclair/typebox'
import { absentOr, choiceField, textField } from '../../../platform/http/fields.ts'
import { categories, type Category } from '../../../services/scan-export/categories.ts'
import { textOf } from '../fields.ts'

const searchMax = 200
/** Rules that are deleted at once. */
const deletedMax = 1_000
/** Characters of a CSV file: 50,000 rules of a hundred. More would hold up everybody else while it is read. */
const csvMax = 5_000_000

const types = ['label', 'value'] as const
const categoryNames = categories.join(', ')

export const searchField = textField('search', {
  maxLength: searchMax,
  description: 'Found in a label, a field or a value.',
})

export const typeField = choiceField('type', {
  choices: types,
  description: 'Only rules for labels, or only those for values.',
})

export const categoryField = choiceField('category', {
  choices: categories,
  description: 'Only of one category of documents.',
})

export const ruleCategoryField = choiceField('category', {
  choices: ['all', ...categories],
  description: 'Only rules for one category of documents, or with `all` those for every document.',
})

export const sortField = choiceField('sort', {
  choices: ['from', 'newest'],
  description: 'By what is matched, or the last changed first.',
})

export const kindField = choiceField('kind', {
  choices: ['labels', 'values'],
  description: 'Labels or values that no rule knows.',
})

export const showField = choiceField('show', {
  choices: ['dismissed'],
  description: 'Those that were dismissed, instead of those that are offered.',
})

const category = Type.Unsafe<Category>({
  ...Type.Union(categories.map((name) => Type.Literal(name))),
  expected: `one of ${categoryNames}`,
})

export const offerBody = Type.Object({
  kind: Type.Unsafe<'labels' | 'values'>({
    ...Type.Union([Type.Literal('labels'), Type.Literal('values')]),
    expected: '"labels" or "values"',
  }),
  category,
  key: absentOr(textOf('a text'), 'a text'),
  text: textOf('a text'),
})

export const ruleBody = Type.Object({
  type: Type.Unsafe<(typeof types)[number]>({
    ...Type.Union(types.map((type) => Type.Literal(type))),
    expected: '"label" or "value"',
  }),
  category: absentOr(category, `one of ${categoryNames}, or null for all`),
  key: absentOr(textOf('a text'), 'a text'),
  from: textOf('a text'),
  to: textOf('a text'),
})

const ids = Type.Array(Type.String({ maxLength: 100 }), { maxItems: deletedMax })

export const previewBody = Type.Object({
  put: Type.Array(ruleBody, { maxItems: 1, expected: 'a list with at most one rule' }),
  remove: absentOr(ids, `a list of at most ${deletedMax} ids`),
})

export const deleteBody = Type.Object({
  ids: Type.Array(Type.String({ maxLength: 100 }), {
    minItems: 1,
    maxItems: deletedMax,
    expected: `a list of 1 to ${deletedMax} ids`,
  }),
})

export const csvBody = Type.Object({
  csv: Type.String({
    maxLength: csvMax,
    expected: `the text of a CSV file, of at most ${csvMax} characters`,
  }),
})
