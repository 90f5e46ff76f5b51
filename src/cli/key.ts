import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { readLastUses } from '../accounts/call-log/read-calls.ts'
import { createKey, revokeKey } from '../accounts/keys/keys.ts'
import { listKeys } from '../accounts/keys/queries.ts'
import {
  isScope,
  keyState,
  type Scope,
  type Service,
  scanExportScopes,
  scopeNames,
  services,
  type Side,
  sideOf,
  storefrontScopes,
} from '../accounts/keys/rules.ts'
import { listedMax } from '../accounts/queries.ts'
import type { Database } from '../platform/db/database.ts'
import type { DataDir } from '../platform/disk/data-dir.ts'
import { readIsoTime, systemClock } from '../platform/time.ts'
import { throwAwayBeside } from '../test-copy/make-copy.ts'
import {
  change,
  command,
  type CommonOptions,
  dataDirOf,
  isoOrNull,
  printList,
  printResult,
  wholeNumber,
  withDatabase,
} from './command.ts'

const keyRandomBytes = 32

/** The highest limit that can be set, in calls a minute. */
const rateMax = 999_999

type CreateOptions = CommonOptions & {
  user: string
  service: Service
  scope?: Scope[]
  allUsers?: boolean
  expires?: number
  rate?: number
  test?: boolean
  name: string
}

export function keyCommand(): Command {
  return new Command('key')
    .description('create, list and revoke API keys')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand())
    .addCommand(resetTestCommand())
}

function createCommand(): Command {
  return command(
    'create',
    'create an API key; it is shown once',
    `daybook key create --user owner@example.com --service scan-export --name Tally
  daybook key create --user owner@example.com --service storefront --scope storefront:read --scope orders:create --name "Web shop"`,
  )
    .requiredOption('--user <email>', 'the user that the key acts as')
    .addOption(
      new Option('--service <service>', 'what it opens').choices(services).makeOptionMandatory(),
    )
    .option('--scope <scope>', 'what the key may do; once for each scope', addScope)
    .option('--all-users', "scan export: an owner's key that covers the documents of all users")
    .option('--expires <date>', 'the last day, such as 2027-03-31, or a time', expiryOf)
    .option(
      '--rate <calls>',
      'calls a minute that the key may make (default: no limit)',
      wholeNumber(rateMax),
    )
    .option('--test', 'a test key: it works on a copy of the data, never on the book')
    .requiredOption('--name <name>', 'what the key is for')
    .addHelpText('after', `\nScopes of a storefront key:\n${scopeLines(storefrontScopes)}`)
    .addHelpText(
      'after',
      `\nA scan-export key needs none; for a reader of documents:\n${scopeLines(scanExportScopes)}`,
    )
    .action(async (options: CreateOptions, self: Command) => {
      requireScope(options, self)
      const { user: email, service, scope: scopes = [], allUsers = false, name } = options
      const limits = { expiresAt: options.expires, ratePerMinute: options.rate }
      const side: Side = options.test === true ? 'test' : 'book'
      const input = { email, service, scopes, allUsers, side, name, ...limits }
      const random = crypto.getRandomValues(new Uint8Array(keyRandomBytes))
      const { id, key } = await change(options, (conn, now) => createKey(conn, input, now, random))
      printResult(options, { id, key }, [key])
    })
}

function scopeLines(scopes: Record<string, string>): string {
  return Object.entries(scopes)
    .map(([scope, grants]) => `  ${scope.padEnd(16)} ${grants}`)
    .join('\n')
}

/** Checked here so that a missing scope counts as wrong usage and the message lists the scopes. */
function requireScope({ service, scope = [] }: CreateOptions, self: Command): void {
  if (service !== 'storefront' || scope.length > 0) return
  self.error(
    `error: a storefront key needs at least one scope: --scope, once for each of\n${scopeLines(storefrontScopes)}`,
  )
}

function listCommand(): Command {
  return command('list', 'list API keys', 'daybook key list').action(
    async (options: CommonOptions) => {
      const keys = await withDatabase(options, (database, dir) => shownKeys(database, dir))
      printList(options, keys, {
        max: listedMax,
        lineOf,
        none: 'There are no keys yet. Make one with "daybook key create".',
      })
    },
  )
}

function shownKeys(database: Database, dir: DataDir) {
  const lastUses = readLastUses(dir)
  const now = systemClock.now()
  return listKeys(database.read)
    .all()
    .map(({ key, email, deactivatedAt }) => ({
      id: key.id,
      prefix: key.prefix,
      name: key.name,
      user: email,
      service: key.service,
      scopes: JSON.parse(key.scopes),
      all_users: key.allUsers,
      test: sideOf(key.prefix) === 'test',
      rate_per_minute: key.ratePerMinute,
      state: keyState({ ...key, deactivatedAt }, now),
      created_at: new Date(key.createdAt).toISOString(),
      expires_at: isoOrNull(key.expiresAt ?? 0),
      last_used_at: isoOrNull(lastUses.get(key.id)?.lastUsedAt ?? 0),
      last_used_from: lastUses.get(key.id)?.address ?? null,
    }))
}

function lineOf(key: ReturnType<typeof shownKeys>[number]): string {
  const used = key.last_used_at === null ? 'never used' : `last used ${key.last_used_at}`
  const limits = [
    ...(key.test ? ['test key'] : []),
    ...(key.expires_at === null ? [] : [`until ${key.expires_at}`]),
    ...(key.rate_per_minute === null ? [] : [`${key.rate_per_minute} calls a minute`]),
  ]
  const state = key.state.replace('_', ' ')
  return [key.id, `${key.prefix}…`, key.service, key.user, key.name, state, ...limits, used].join(
    '  ',
  )
}

function revokeCommand(): Command {
  return command(
    'revoke',
    'end an API key at once',
    'daybook key revoke 0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b',
  )
    .addArgument(new Argument('<id>', 'the id that "key list" shows'))
    .action(async (id: string, options: CommonOptions) => {
      await change(options, (conn, now) => revokeKey(conn, id, now))
      printResult(options, { id }, [`Revoked ${id}.`])
    })
}

function resetTestCommand(): Command {
  return command(
    'reset-test',
    'throw away the copy that test keys work on: the next call with one makes a new one',
    'daybook key reset-test',
  ).action(async (options: CommonOptions) => {
    await throwAwayBeside(dataDirOf(options).testCopy)
    printResult(options, { reset: true }, ['The next call with a test key works on a new copy.'])
  })
}

function addScope(text: string, before: readonly Scope[] = []): Scope[] {
  if (isScope(text)) return [...before, text]
  throw new InvalidArgumentError(`It is one of ${scopeNames.join(', ')}.`)
}

/** A day ends at midnight of this computer's clock. */
function expiryOf(text: string): number {
  const time = readIsoTime(text, '23:59:59.999')
  if (time !== undefined) return time
  throw new InvalidArgumentError(
    'It is a day such as 2027-03-31 or a time such as 2027-03-31T18:00:00Z.',
  )
}
