import { Type } from '@sinclair/typebox'
import { absentOr } from '../../../platform/http/fields.ts'
import { aliasesMax, nameLengthMax } from '../../../names/rules.ts'

const nameEntry = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String({ description: 'The canonical name.', examples: ['Acme Traders'] }),
    updated_at: Type.String({ format: 'date-time', examples: ['2026-11-05T09:30:00.000Z'] }),
    aliases: Type.Array(Type.Object({ id: Type.String({ format: 'uuid' }), alias: Type.String() })),
  },
  { $id: 'scanExport.NameEntry' },
)

export const namesAnswer = Type.Object(
  { count: Type.Integer({ minimum: 0 }), items: Type.Array(nameEntry) },
  { $id: 'scanExport.Names' },
)

// Lengths are checked after trimming (names/rules.ts); here they are for the document.
export const addNameBody = Type.Object(
  {
    name: Type.String({ description: `1 to ${nameLengthMax} characters after trimming.` }),
    aliases: absentOr(
      Type.Array(Type.String(), {
        maxItems: aliasesMax,
        description: `Other spellings, each 1 to ${nameLengthMax} characters.`,
      }),
      `a list of at most ${aliasesMax} texts`,
    ),
  },
  {
    $id: 'scanExport.AddName',
    examples: [{ name: 'Acme Traders', aliases: ['ACME', 'Acme Trdrs'] }],
  },
)

export const addNameAnswer = Type.Object(
  {
    ok: Type.Boolean(),
    id: Type.String({ format: 'uuid' }),
    created: Type.Boolean({ description: 'False when the entry was there already.' }),
    aliases_added: Type.Integer({ minimum: 0 }),
    conflicts: Type.Array(
      Type.Object({
        alias: Type.String(),
        id: Type.String({ format: 'uuid' }),
        name: Type.String(),
      }),
      {
        description:
          'Aliases that another entry holds, with that entry: they were not added. An extension of Daybook.',
      },
    ),
  },
  { $id: 'scanExport.AddedName' },
)
