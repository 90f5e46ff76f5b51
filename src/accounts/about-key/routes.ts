import { Elysia } from 'elysia'
import type { Database } from '../../platform/db/database.ts'
import type { descriptions } from '../../platform/http/openapi/describe.ts'
import type { Limit } from '../../platform/http/limits.ts'
import { contextOf } from '../../platform/http/request.ts'
import type { Clock } from '../../platform/time.ts'
import { callerOf, type KeyCaller } from '../keys/guard.ts'
import type { Service } from '../keys/rules.ts'
import type { Conn } from '../../platform/db/connection.ts'
import { version } from '../../platform/embedded.ts'
import { findOrganisation } from '../queries.ts'
import { Type } from '@sinclair/typebox'

/** The texts of a service about itself. */
type About = {
  service: Service
  prefix: string
  /** The prefix of its names in its document. */
  name: string
  tag: string
  limits: readonly Limit[]
  describeRead: ReturnType<typeof descriptions>['describeRead']
}

/** Routes open to every key of a service: who the key is, and what limits its calls have. */
export function aboutKeyRoutes(
  { database, clock }: { database: Database; clock: Clock },
  { service, prefix, name, tag, limits, describeRead }: About,
) {
  // Scan export knows no storefront keys. The storefront tells a scan-export key that it belongs elsewhere.
  const hasForbidden = service === 'storefront'
  return new Elysia()
    .get(
      '/api/public/v1/whoami',
      ({ request }) => {
        const base = `${contextOf(request).origin}${prefix}`
        return whoAmI(database.read, callerOf(request), { service, base, now: clock.now() })
      },
      describeRead({
        operationId: 'whoAmI',
        tag,
        isForEveryKey: true,
        hasForbidden,
        summary: 'Say who calls, and whom',
        description:
          'An extension of Daybook. The key, its user and scopes, the organisation, and the version and clock of the server: what a program shows when it is connected, and what tells one shop from another before anything is booked. Every key may ask.',
        answer: whoAmISchema(name),
      }),
    )
    .get(
      '/api/public/v1/limits',
      () => ({ limits: [...limits] }),
      describeRead({
        operationId: 'listLimits',
        tag,
        isForEveryKey: true,
        hasForbidden,
        summary: 'List what calls may carry',
        description:
          'An extension of Daybook. Every bound of this service as data, so that no program writes them down. Every key may ask.',
        answer: limitsSchema(name),
      }),
    )
}

/** Answers who calls which service: a program asks this before it begins. `base` is the service's address as the call reached it. */
function whoAmI(
  conn: Conn,
  caller: KeyCaller,
  { service, base, now }: { service: Service; base: string; now: number },
) {
  return {
    service,
    base,
    organisation: findOrganisation(conn).get()?.name ?? '',
    test: caller.side === 'test',
    user: { id: caller.userId, name: caller.userName, role: caller.role },
    key: {
      id: caller.keyId,
      name: caller.keyName,
      scopes: [...caller.scopes],
      all_users: caller.allUsers,
      expires_at: caller.expiresAt === null ? null : new Date(caller.expiresAt).toISOString(),
      calls_per_minute: caller.ratePerMinute,
    },
    server: { name: 'Daybook', version, time: new Date(now).toISOString() },
  }
}

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
const whoAmISchema = (service: string) =>
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
const limitsSchema = (service: string) =>
  Type.Object(
    { limits: Type.Array(limit(service)) },
    { $id: `${service}.Limits`, description: 'What calls may carry, and what answers do.' },
  )
