import { Type } from '@sinclair/typebox'
import { aliasesMax, type NameKind } from '../../../names/rules.ts'
import {
  absentOr,
  choiceField,
  textField,
  wholeNumberField,
} from '../../../platform/http/fields.ts'
import { textOf } from '../text-field.ts'

const pageMax = 1_000_000
const sizeMax = 200

/** Rows of a file in one request, and characters of one cell: the aliases of one entry, as long as they may be. */
const importRowsMax = 500
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

const pages = { page: Type.Optional(pageField.schema), size: Type.Optional(sizeField.schema) }

export const kindQuery = Type.Object({ kind: kindField.schema })
export const listQuery = Type.Object({
  kind: kindField.schema,
  q: Type.Optional(searchField.schema),
  ...pages,
})
export const unknownQuery = Type.Object({ kind: kindField.schema, ...pages })

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

export const importBody = Type.Object({
  kind,
  rows: Type.Array(
    Type.Object({
      name: textOf('a text'),
      aliases: Type.String({
        maxLength: aliasCellMax,
        expected: `a text of at most ${aliasCellMax} characters`,
      }),
    }),
    { maxItems: importRowsMax, expected: `a list of at most ${importRowsMax} rows` },
  ),
})
