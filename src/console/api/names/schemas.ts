import { Type } from '@sinclair/typebox'
import { aliasesMax, type NameKind } from '../../../names/rules.ts'
import { absentOr, choiceField, textField } from '../../../platform/http/fields.ts'
import { textOf, pageField, sizeField } from '../fields.ts'

/** Rows of a file in one request, and characters of one cell: the aliases of one entry, as long as they may be. */
const importRowsMax = 500
/** Rows of a file that is looked through: what is sent in parts afterwards. */
const checkRowsMax = 50_000
const aliasCellMax = 500_000

const kinds = ['vendor', 'product'] as const satisfies readonly NameKind[]

const kind = Type.Unsafe<NameKind>({
  ...Type.Union(kinds.map((name) => Type.Literal(name))),
  expected: kinds.join(' or '),
})

export const kindField = choiceField('kind', {
  choices: kinds,
  description: 'Which list.',
})

export const searchField = textField('q', {
  maxLength: 200,
  description: 'Only entries that have it in their name or in an alias.',
})

export const nameField = textField('name', {
  maxLength: 1_000,
  description: 'A name as it was typed.',
})

export const showField = choiceField('show', {
  choices: ['dismissed'],
  description: 'Those that were dismissed, instead of those that are offered.',
})

const pages = { page: Type.Optional(pageField.schema), size: Type.Optional(sizeField.schema) }

export const kindQuery = Type.Object({ kind: kindField.schema })
export const listQuery = Type.Object({
  kind: kindField.schema,
  q: Type.Optional(searchField.schema),
  ...pages,
})
export const holderQuery = Type.Object({ kind: kindField.schema, name: nameField.schema })
export const unknownQuery = Type.Object({
  kind: kindField.schema,
  show: Type.Optional(showField.schema),
  ...pages,
})

export const offerBody = Type.Object({ kind, name: textOf('a text') })

const aliases = Type.Array(textOf('a text'), {
  maxItems: aliasesMax,
  expected: `a list of at most ${aliasesMax} texts`,
})

export const addBody = Type.Object({
  kind,
  name: textOf('a text'),
  aliases: absentOr(aliases, `a list of at most ${aliasesMax} texts`),
})

export const renameBody = Type.Object({ name: textOf('a text'), keepsOldName: Type.Boolean() })

export const aliasesBody = Type.Object({ aliases })

export const mergeBody = Type.Object({ into: textOf('the id of an entry') })

export const moveBody = Type.Object({ to: textOf('the id of an entry') })

const row = Type.Object({
  name: textOf('a text'),
  aliases: Type.String({
    maxLength: aliasCellMax,
    expected: `a text of at most ${aliasCellMax} characters`,
  }),
})

export const importBody = Type.Object({
  kind,
  rows: Type.Array(row, {
    maxItems: importRowsMax,
    expected: `a list of at most ${importRowsMax} rows`,
  }),
})

export const checkBody = Type.Object({
  kind,
  rows: Type.Array(row, {
    maxItems: checkRowsMax,
    expected: `a list of at most ${checkRowsMax} rows`,
  }),
})
