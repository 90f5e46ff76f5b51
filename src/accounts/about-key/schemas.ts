import { Type } from '@sinclair/typebox'

const id = Type.String({ format: 'uuid' })

const key = (service: string) =>
  Type.Object(
    {
      id,
      name: Type.String({ examples: ['Tally'] }),
      scopes: Type.Array(Type.String(), { description: 'What it may do, where keys have scopes.' }),
      all_users: Type.Boolean({ description: 'Whether it covers the documents of everybody.' }),
      expires_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
      calls_per_minute: Type.Union([Type.Integer(), Type.Null()], {
        description: 'Its rate; null: without one.',
      }),
    },
    { $id: `${service}.OwnKey` },
  )

/** The caller, and the service that it calls. */
export const whoAmISchema = (service: string) =>
  Type.Object(
    {
      service: Type.Union([Type.Literal('scan-export'), Type.Literal('storefront')]),
      base: Type.String({
        description: 'The address of the service as the call came to it.',
        examples: ['http://192.168.1.20:3292/scan-export'],
      }),
      organisation: Type.String({ examples: ['Sharma Stores'] }),
      test: Type.Boolean({
        description:
          "Whether this is a test key: then all calls work on a copy of the shop's data, and never on the book.",
      }),
      user: Type.Object(
        {
          id,
          name: Type.String({ examples: ['Asha Sharma'] }),
          role: Type.Union([Type.Literal('owner'), Type.Literal('member')]),
        },
        { $id: `${service}.OwnUser`, description: 'As whom the key acts.' },
      ),
      key: key(service),
      server: Type.Object(
        {
          name: Type.Literal('Daybook'),
          version: Type.String({ examples: ['1.0.0'] }),
          time: Type.String({
            format: 'date-time',
            description: "The server's clock: compare yours.",
          }),
        },
        { $id: `${service}.Server` },
      ),
    },
    { $id: `${service}.WhoAmI`, description: 'Who calls, and whom.' },
  )

const limit = (service: string) =>
  Type.Object(
    {
      call: Type.String({ description: 'Method and path, or `*` for all.' }),
      name: Type.String({ description: 'The parameter, field or part that is bounded.' }),
      unit: Type.Union(
        ['items', 'characters', 'bytes', 'days', 'hours', 'seconds', 'values'].map((unit) =>
          Type.Literal(unit),
        ),
      ),
      minimum: Type.Optional(Type.Integer()),
      maximum: Type.Integer(),
      default: Type.Optional(
        Type.Integer({ description: 'What counts where the parameter is left out.' }),
      ),
    },
    { $id: `${service}.Limit` },
  )

/** All limits of a service. */
export const limitsSchema = (service: string) =>
  Type.Object(
    { limits: Type.Array(limit(service)) },
    { $id: `${service}.Limits`, description: 'What calls may carry, and what answers do.' },
  )
