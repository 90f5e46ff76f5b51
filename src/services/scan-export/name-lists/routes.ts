import { Elysia } from 'elysia'
import { addName } from '../../../names/add-name.ts'
import { listNames, type NameWithAliases } from '../../../names/queries.ts'
import { aliasesMax, nameLengthMax, type NameKind } from '../../../names/rules.ts'
import { contextOf } from '../../../platform/http/request.ts'
import type { ScanExportDeps } from '../deps.ts'
import { describeRead, describeWrite } from '../api.ts'
import { Type } from '@sinclair/typebox'
import { absentOr } from '../../../platform/http/fields.ts'

export function nameListRoutes(deps: ScanExportDeps) {
  return new Elysia().use(routesOf(deps, 'vendor')).use(routesOf(deps, 'product'))
}

function routesOf({ database, clock }: ScanExportDeps, kind: NameKind) {
  const path = `/api/public/v1/${kind}s`
  const tag = kind === 'vendor' ? 'Vendors' : 'Products'
  return new Elysia()
    .get(
      path,
      ({ request }) => {
        const items = listNames(database.read, kind).map(nameJson)
        contextOf(request).rows = items.length
        return { count: items.length, items }
      },
      describeRead({
        operationId: `list${tag}`,
        tag,
        summary: `List ${kind}s with their aliases`,
        description: `All canonical ${kind} names of the organisation, by name. Any key may ask.`,
        answer: namesAnswer,
      }),
    )
    .post(
      path,
      async ({ body, request }) => {
        const input = { name: body.name, aliases: body.aliases ?? [] }
        const { id, created, aliasesAdded, conflicts } = await database.write((conn) =>
          addName(conn, kind, input, clock.now()),
        )
        contextOf(request).rows = 1
        return { ok: true, id, created, aliases_added: aliasesAdded, conflicts }
      },
      {
        body: addNameBody,
        ...describeWrite({
          operationId: kind === 'vendor' ? 'addVendor' : 'addProduct',
          tag,
          summary: `Create a ${kind} or add aliases to it`,
          description: `Reuses the ${kind} of that name when there is one; names are compared without regard to case and spacing. Only an owner's key may call it.`,
          answer: addNameAnswer,
          ownerOnly: true,
        }),
      },
    )
}

const entryId = '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'
const otherId = '0199a1b2-8d4e-7f50-9b6c-7d8e9f0a1b2c'

// The lengths are checked after trimming (names/rules.ts). These bounds only appear in the API document.
const documentedLength = { documented: { minLength: 1, maxLength: nameLengthMax } }

export const nameEntry = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String({ description: 'The canonical name.', examples: ['Acme Traders'] }),
    updated_at: Type.String({
      format: 'date-time',
      description: 'When the entry was made or last got an alias.',
      examples: ['2026-11-05T09:30:00.000Z'],
    }),
    aliases: Type.Array(
      Type.Object(
        {
          id: Type.String({ format: 'uuid' }),
          alias: Type.String({ description: 'Another spelling of the name.', examples: ['ACME'] }),
        },
        { $id: 'scanExport.Alias' },
      ),
    ),
  },
  { $id: 'scanExport.NameEntry', description: 'A canonical name with its aliases.' },
)

const namesAnswer = Type.Object(
  {
    count: Type.Integer({ minimum: 0, description: 'How many items this answer carries.' }),
    items: Type.Array(nameEntry),
  },
  {
    $id: 'scanExport.Names',
    description: 'The whole list, by name.',
    examples: [
      {
        count: 1,
        items: [
          {
            id: entryId,
            name: 'Acme Traders',
            updated_at: '2026-11-05T09:30:00.000Z',
            aliases: [{ id: otherId, alias: 'ACME' }],
          },
        ],
      },
    ],
  },
)

const addNameBody = Type.Object(
  {
    name: Type.String({
      ...documentedLength,
      description: `The canonical name: 1 to ${nameLengthMax} characters after trimming.`,
      examples: ['Acme Traders'],
    }),
    aliases: absentOr(
      Type.Array(Type.String({ ...documentedLength }), {
        maxItems: aliasesMax,
        description: `Other spellings, each 1 to ${nameLengthMax} characters after trimming.`,
        examples: [['ACME', 'Acme Trdrs']],
      }),
      `a list of at most ${aliasesMax} texts`,
    ),
  },
  {
    $id: 'scanExport.AddName',
    description: 'A name to create or to reuse, and the aliases to add to it.',
    examples: [{ name: 'Acme Traders', aliases: ['ACME', 'Acme Trdrs'] }],
  },
)

const aliasConflict = Type.Object(
  {
    alias: Type.String({ description: 'The alias that was not added.' }),
    id: Type.String({ format: 'uuid', description: 'The entry that holds it.' }),
    name: Type.String({ description: 'The name of that entry.' }),
  },
  { $id: 'scanExport.AliasConflict', description: 'An alias that another entry holds.' },
)

const addNameAnswer = Type.Object(
  {
    ok: Type.Boolean(),
    id: Type.String({ format: 'uuid' }),
    created: Type.Boolean({ description: 'False when the entry was there already.' }),
    aliases_added: Type.Integer({ minimum: 0, description: 'How many aliases are new.' }),
    conflicts: Type.Array(aliasConflict, {
      description:
        'Aliases that another entry holds, with that entry: they were not added. An extension of Daybook.',
    }),
  },
  {
    $id: 'scanExport.AddedName',
    description: 'What the call did.',
    examples: [{ ok: true, id: entryId, created: true, aliases_added: 2, conflicts: [] }],
  },
)

/** An entry of a name list as every answer shows it. */
export function nameJson({ id, name, updatedAt, aliases }: NameWithAliases) {
  return { id, name, updated_at: new Date(updatedAt).toISOString(), aliases }
}
