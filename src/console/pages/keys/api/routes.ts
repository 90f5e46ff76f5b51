import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { readLastUses } from '../../../../accounts/call-log/read-calls.ts'
import { createKey, revokeKey, rotateKey } from '../../../../accounts/keys/keys.ts'
import { listKeysPage } from '../../../../accounts/keys/queries.ts'
import {
  isOwnersKey,
  isScope,
  readScopes,
  type Scope,
  scopeNames,
  scopesOf,
  type Service,
  services,
} from '../../../../accounts/keys/rules.ts'
import { listedMax } from '../../../../accounts/queries.ts'
import { dutiesOf } from '../../../../accounts/rules.ts'
import { AppError } from '../../../../platform/errors.ts'
import { absentOr, choiceField, queryOf } from '../../../../platform/http/fields.ts'
import { contextOf } from '../../../../platform/http/request.ts'
import { notAllowed } from '../../../../platform/record/read.ts'
import { readIsoTime } from '../../../../platform/time.ts'
import { findWaitingForKey } from '../../../../services/scan-export/overview/counts.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import {
  idParameter,
  listQueryOf,
  pageOf,
  readSort,
  sortedBy,
  sortFieldOf,
  textOf,
} from '../../../api/fields.ts'
import {
  forMembers,
  requireConfirmed,
  type Session,
  sessionOf,
  forOwners,
} from '../../../api/guard.ts'
import { addressElsewhere } from '../../settings/api/network.ts'
import { requireVisibleKey, shownKey, tryLine, whatKeySees } from './shown-key.ts'
import { noCopyHere } from '../../../../accounts/test-keys/with-test-keys.ts'
import type { TestCopy } from '../../../../test-copy/test-copy.ts'

const keyRandomBytes = 32
const hourMs = 60 * 60 * 1000

/** API keys: members have their own, owners see all. */
export function keyRoutes(deps: ConsoleDeps) {
  const { database, clock } = deps
  return new Elysia()
    .get('/api/keys', ({ request }) => listKeys(deps, request), {
      query: listQuery,
      ...forMembers,
    })
    .get('/api/keys/options', ({ request }) => optionsOf(deps, sessionOf(request)), forMembers)
    .post(
      '/api/keys',
      async ({ request, body }) => {
        const { userId, email, role } = sessionOf(request)
        if (body.ratePerMinute != null && role !== 'owner') throw rateByMember()
        const input = {
          email,
          name: body.name,
          service: body.service,
          scopes: body.scopes ?? [],
          allUsers: body.allUsers ?? false,
          side: body.test === true ? ('test' as const) : ('book' as const),
          expiresAt: expiryOf(body.expiresAt),
          ratePerMinute: body.ratePerMinute ?? undefined,
          createdBy: userId,
        }
        if (isOwnersKey(input)) requireConfirmed(deps, request)
        const random = crypto.getRandomValues(new Uint8Array(keyRandomBytes))
        const made = await database.write((conn) => createKey(conn, input, clock.now(), random))
        return newKey(deps, request, made)
      },
      { body: createKeyBody, ...forMembers },
    )
    .post(
      '/api/keys/:id/revoke',
      async ({ request, params: { id } }) => {
        requireVisibleKey(deps, sessionOf(request), id)
        const { userId } = sessionOf(request)
        await database.write((conn) => revokeKey(conn, id, clock.now(), userId))
        return { id }
      },
      { ...idParameter, ...forMembers },
    )
    .post(
      '/api/keys/:id/rotate',
      async ({ request, body, params: { id } }) => {
        const session = sessionOf(request)
        const { userId: by } = session
        const { key } = requireVisibleKey(deps, session, id)
        if (isOwnersKey({ ...key, scopes: readScopes(key.scopes) })) requireConfirmed(deps, request)
        const expiresAt = expiryOf(body.expiresAt)
        const random = crypto.getRandomValues(new Uint8Array(keyRandomBytes))
        const made = await database.write((conn) => {
          const now = clock.now()
          const oldEndsAt = now + body.oldEndsAfterHours * hourMs
          return rotateKey(conn, { id, by, oldEndsAt, expiresAt }, now, random)
        })
        return newKey(deps, request, made)
      },
      { ...idParameter, body: rotateKeyBody, ...forMembers },
    )
    .get(
      '/api/keys/:id/sees',
      ({ request, params: { id } }) => {
        const session = sessionOf(request)
        return whatKeySees(deps, session, requireVisibleKey(deps, session, id).key)
      },
      { ...idParameter, ...forMembers },
    )
}

function listKeys({ database, clock, dir }: ConsoleDeps, request: Request) {
  const session = sessionOf(request)
  const query = queryOf(request)
  const now = clock.now()
  const selection = {
    userId: session.role === 'owner' ? null : session.userId,
    state: stateField.read(query) ?? null,
    now,
  }
  const lastUses = readLastUses(dir)
  const rows = listKeysPage(database.read).all({ ...selection, limit: listedMax, offset: 0 })
  // The last uses of keys are in another database. A shop has some dozens of keys, so they are sorted in memory.
  const sorted = sortedBy(rows, readSort(query, sortField, { by: 'created', isDescending: true }), {
    name: ({ key }) => key.name.toLowerCase(),
    service: ({ key }) => key.service,
    created: ({ key }) => key.createdAt,
    used: ({ key }) => lastUses.get(key.id)?.lastUsedAt ?? null,
  })
  const { items, ...page } = pageOf(sorted, query)
  return {
    ...page,
    items: items.map((row) => shownKey(row, lastUses.get(row.key.id), session, now)),
  }
}

/** The choices of the form for a new key. */
function optionsOf({ scanExport }: ConsoleDeps, session: Session) {
  const { role, userId } = session
  const isOwner = role === 'owner'
  const isClerk = dutiesOf(session).includes('clerk')
  const waitingFor = (allUsers: boolean) =>
    findWaitingForKey(scanExport, { userId, allUsers }).waiting
  const offered = services.filter((service) => isOwner || (isClerk && service === 'scan-export'))
  return {
    services: offered,
    scopes: offered.flatMap((service) =>
      Object.entries(scopesOf[service]).flatMap(([scope, grants]) =>
        isScope(scope) && (isOwner || scope !== 'scans:import') ? [{ service, scope, grants }] : [],
      ),
    ),
    /** The number of documents that each choice would deliver now. Null for users who cannot choose. */
    whose: isOwner ? { mine: waitingFor(false), all: waitingFor(true) } : null,
    ratePerMinuteMax: isOwner ? rateMax : null,
  }
}

/** A new key. Only this answer contains the key itself, and a command that tries it. */
function newKey(deps: ConsoleDeps, request: Request, made: { id: string; key: string }) {
  const session = sessionOf(request)
  const row = requireVisibleKey(deps, session, made.id)
  const shown = shownKey(row, undefined, session, deps.clock.now())
  const { origin } = contextOf(request)
  const base = `${origin}/${shown.service}`
  const elsewhere = addressElsewhere(deps.network, origin)
  return {
    ...shown,
    key: made.key,
    baseAddress: base,
    /** The address for programs on other computers, if `baseAddress` works only on this computer. */
    networkAddress: elsewhere === null ? null : `${elsewhere}/${shown.service}`,
    curl: tryLine(base, shown, made.key),
  }
}

/** A date means its end, by this computer's clock. */
function expiryOf(text: string | null | undefined): number | undefined {
  if (text === undefined || text === null || text === '') return undefined
  const time = readIsoTime(text, '23:59:59.999')
  if (time !== undefined) return time
  throw notAllowed('expiresAt', 'a day such as 2027-03-31', text)
}

function rateByMember(): AppError {
  return new AppError('forbidden', 'Only an owner may limit the rate of a key.', {
    field: 'ratePerMinute',
  })
}

/** The highest rate, in calls a minute. */
const rateMax = 999_999
const overlapHoursMax = 30 * 24

const scope = Type.Unsafe<Scope>({
  ...Type.Union(scopeNames.map((name) => Type.Literal(name))),
  expected: `one of ${scopeNames.join(', ')}`,
})

/** A date, which means its end, or a time. */
const endTime = absentOr(textOf('a day such as 2027-03-31'), 'a day such as 2027-03-31')

const stateField = choiceField('state', {
  choices: ['active', 'ended'],
  description: 'Only keys that work, or only those that do not any more.',
})

const sortField = sortFieldOf(['name', 'service', 'created', 'used'])

const listQuery = listQueryOf([stateField], sortField)

const createKeyBody = Type.Object({
  name: textOf('a text'),
  service: Type.Unsafe<Service>({
    ...Type.Union(services.map((name) => Type.Literal(name))),
    expected: `one of ${services.join(', ')}`,
  }),
  scopes: absentOr(Type.Array(scope, { maxItems: 20 }), `a list of ${scopeNames.join(', ')}`),
  allUsers: absentOr(Type.Boolean(), 'true or false'),
  /** Whether the key works on a copy of the data, never on the shop's data. */
  test: absentOr(Type.Boolean(), 'true or false'),
  expiresAt: endTime,
  ratePerMinute: absentOr(
    Type.Integer({ minimum: 1, maximum: rateMax }),
    `a whole number from 1 to ${rateMax}`,
  ),
})

const rotateKeyBody = Type.Object({
  /** How many hours the old key continues to work. 0 ends it at once. */
  oldEndsAfterHours: Type.Integer({
    minimum: 0,
    maximum: overlapHoursMax,
    expected: `a whole number from 0 to ${overlapHoursMax}`,
  }),
  expiresAt: endTime,
})

/** The copy for test keys. The pages show nothing of its content. */
export function testCopyRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .get('/api/test-copy', async () => ({ copy: await shownCopy(deps.testCopy) }), forOwners)
    .post(
      '/api/test-copy/reset',
      async () => {
        await requireCopy(deps).reset()
        return { copy: await shownCopy(deps.testCopy) }
      },
      forOwners,
    )
    .post(
      '/api/test-copy/remove',
      async () => {
        await requireCopy(deps).remove()
        return { copy: null }
      },
      forOwners,
    )
}

function requireCopy({ testCopy }: ConsoleDeps): TestCopy {
  if (testCopy === undefined) throw noCopyHere()
  return testCopy
}

/** Null if there is no copy. */
async function shownCopy(testCopy: TestCopy | undefined) {
  const facts = await testCopy?.facts()
  if (facts === undefined) return null
  const { madeAt, usedAt, bytes } = facts
  return { bytes, madeAt: new Date(madeAt).toISOString(), usedAt: new Date(usedAt).toISOString() }
}
