import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { findRunningServer, readLastUses } from '../accounts/call-log/read-calls.ts'
import { createKey, revokeKey } from '../accounts/keys/keys.ts'
import { listKeys } from '../accounts/keys/queries.ts'
import {
  isScope,
  keyState,
  scanExportScopes,
  type Scope,
  scopeNames,
  type Service,
  services,
  type Side,
  sideOf,
  storefrontScopes,
} from '../accounts/keys/rules.ts'
import { listedMax, listUsers } from '../accounts/queries.ts'
import { duties, dutiesOf, usualDuties } from '../accounts/rules.ts'
import { resetTwoFactor } from '../accounts/two-factor/two-factor.ts'
import { changePassword } from '../accounts/users/passwords.ts'
import { setUp } from '../accounts/users/set-up.ts'
import { addUser, deactivateUser } from '../accounts/users/users.ts'
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
  withNewDatabase,
} from './command.ts'
import { passwordOption, readNewPassword } from './terminal.ts'
import { defaultPort, loopback } from '../platform/config.ts'
import type { Database } from '../platform/db/database.ts'
import type { DataDir } from '../platform/disk/data-dir.ts'
import { AppError } from '../platform/errors.ts'
import { readIsoTime, systemClock } from '../platform/time.ts'
import { forgetKeptOf } from '../services/scan-export/reading/passwords/file-passwords.ts'
import { throwAwayBeside } from '../test-copy/make-copy.ts'

type SetupOptions = CommonOptions & {
  organisation: string
  gstin?: string
  owner: string
  name?: string
}

export function setupCommand(): Command {
  return command(
    'setup',
    'set up the organisation and its first owner without the browser',
    'daybook setup --organisation "Acme Stores" --owner owner@example.com --password-stdin',
  )
    .requiredOption('--organisation <name>', 'the name of the shop')
    .option('--gstin <gstin>', 'its GSTIN')
    .requiredOption('--owner <email>', "the owner's e-mail address")
    .option('--name <name>', "the owner's name (default: the e-mail address)")
    .requiredOption(...passwordOption)
    .action((options: SetupOptions) => setup(options))
}

async function setup(options: SetupOptions): Promise<void> {
  const passwordHash = await Bun.password.hash(await readNewPassword())
  const { organisation, gstin, owner: email, name = email } = options
  const result = await withNewDatabase(options, async (database, dir) => {
    const id = await database.write((conn) =>
      setUp(conn, { organisation, gstin, owner: { email, name, passwordHash } }, systemClock.now()),
    )
    return { organisation, owner: { id, email }, data: dir.root }
  })
  printResult(options, result, [
    `${organisation} is set up in ${result.data}; its owner is ${email}.`,
  ])
}

export function setupLinkCommand(): Command {
  return command(
    'setup-link',
    'print a new one-time link and code for setting up in the browser; older ones end',
    'daybook setup-link',
  ).action((options: CommonOptions) => setupLink(options))
}

async function setupLink(options: CommonOptions): Promise<void> {
  // Half of Daybook's code, which the other commands do not need.
  const { makeSetupLink } = await import('./serve/start-server.ts')
  const link = await withNewDatabase(options, (database, dir) => {
    const base = findRunningServer(dir)?.url ?? `http://${loopback}:${defaultPort}`
    return makeSetupLink(database, base, systemClock)
  })
  if (link === undefined) {
    throw new AppError(
      'conflict',
      'This data directory is set up already. "daybook user password" gives somebody who forgot it a new password.',
    )
  }
  const { url, code, expiresAt } = link
  const result = { url, code, expires_at: new Date(expiresAt).toISOString() }
  printResult(options, result, [
    url,
    `The code to type at the page set-up is ${code}. Both work for 30 minutes and once, while Daybook runs;`,
    'starting it on data that are not set up makes a new link by itself.',
  ])
}

type UserOptions = CommonOptions & { email: string }
type AddOptions = UserOptions & { name: string; role: RoleChoice[] }

/** `member` without a duty is a clerk. */
const roleChoices = ['owner', 'member', ...duties] as const
type RoleChoice = (typeof roleChoices)[number]

export function userCommand(): Command {
  return new Command('user')
    .description('add, list and deactivate users, change a password, take back a second step')
    .addCommand(addCommand())
    .addCommand(listCommand())
    .addCommand(deactivateCommand())
    .addCommand(passwordCommand())
    .addCommand(resetTwoFactorCommand())
}

/** A command about one user. */
function ofUser(name: string, summary: string, example: string): Command {
  return command(name, summary, example).requiredOption('--email <email>', 'e-mail address')
}

function resetTwoFactorCommand(): Command {
  return ofUser(
    'reset-two-factor',
    'let a user who lost phone and recovery codes sign in by the password alone; its passkeys end',
    'daybook user reset-two-factor --email asha@example.com',
  ).action(async (options: UserOptions) => {
    const wasOn = await change(options, (conn, now) => resetTwoFactor(conn, options.email, now))
    printResult(options, { email: options.email, wasOn }, [
      wasOn
        ? `${options.email} signs in by the password alone now.`
        : `${options.email} had no second step; its passkeys, if any, are removed.`,
    ])
  })
}

function addCommand(): Command {
  return ofUser(
    'add',
    'add a user',
    'daybook user add --email ravi@example.com --name Ravi --role clerk counter --password-stdin',
  )
    .requiredOption('--name <name>', 'name')
    .addOption(
      new Option(
        '--role <role...>',
        'owner; or clerk (documents), counter (orders, products), or both',
      )
        .choices(roleChoices)
        .makeOptionMandatory(),
    )
    .requiredOption(...passwordOption)
    .action(async (options: AddOptions) => {
      const passwordHash = await Bun.password.hash(await readNewPassword())
      const { email, name } = options
      const { role, duties: given } = standingOf(options.role)
      const user = { email, name, role, duties: given, passwordHash }
      const id = await change(options, (conn, now) => addUser(conn, user, now))
      printResult(options, { id, email, role, duties: given }, [
        `Added ${email} as ${options.role.join(' and ')}.`,
      ])
    })
}

function standingOf(given: readonly RoleChoice[]) {
  if (given.includes('owner')) return { role: 'owner' as const, duties: [...duties] }
  const named = duties.filter((duty) => given.includes(duty))
  return { role: 'member' as const, duties: named.length === 0 ? usualDuties : named }
}

function listCommand(): Command {
  return command('list', 'list users', 'daybook user list').action(
    async (options: CommonOptions) => {
      const users = await withDatabase(options, (database) => listUsers(database.read).all())
      const shown = users.map((user) => ({
        id: user.id,
        email: user.email,
        name: user.name,
        role: user.role,
        duties: dutiesOf(user),
        active: user.deactivatedAt === null,
      }))
      printList(options, shown, {
        max: listedMax,
        lineOf: ({ email, name, role, duties: theirs, active }) =>
          `${email}  ${role === 'owner' ? role : theirs.join(' and ')}  ${name}${active ? '' : '  (deactivated)'}`,
        none: 'There are no users yet. Make the first with "daybook setup".',
      })
    },
  )
}

function deactivateCommand(): Command {
  return ofUser(
    'deactivate',
    "end a user's keys and sign-in; its scans stay",
    'daybook user deactivate --email ravi@example.com',
  ).action(async (options: UserOptions) => {
    await change(options, (conn, now) => {
      forgetKeptOf(conn, deactivateUser(conn, options.email, now), now)
    })
    printResult(options, { email: options.email }, [`Deactivated ${options.email}.`])
  })
}

function passwordCommand(): Command {
  return ofUser(
    'password',
    "change a user's password",
    'daybook user password --email ravi@example.com --password-stdin',
  )
    .requiredOption(...passwordOption)
    .action(async (options: UserOptions) => {
      const hash = await Bun.password.hash(await readNewPassword())
      await change(options, (conn, now) => changePassword(conn, options.email, hash, now))
      printResult(options, { email: options.email }, [`Changed the password of ${options.email}.`])
    })
}

const keyRandomBytes = 32

/** The highest limit that can be set, in calls a minute. */
const rateMax = 999_999

type CreateKeyOptions = CommonOptions & {
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
    .addCommand(createKeyCommand())
    .addCommand(listKeysCommand())
    .addCommand(revokeCommand())
    .addCommand(resetTestCommand())
}

function createKeyCommand(): Command {
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
    .action(async (options: CreateKeyOptions, self: Command) => {
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
function requireScope({ service, scope = [] }: CreateKeyOptions, self: Command): void {
  if (service !== 'storefront' || scope.length > 0) return
  self.error(
    `error: a storefront key needs at least one scope: --scope, once for each of\n${scopeLines(storefrontScopes)}`,
  )
}

function listKeysCommand(): Command {
  return command('list', 'list API keys', 'daybook key list').action(
    async (options: CommonOptions) => {
      const keys = await withDatabase(options, (database, dir) => shownKeys(database, dir))
      printList(options, keys, {
        max: listedMax,
        lineOf: keyLine,
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

function keyLine(key: ReturnType<typeof shownKeys>[number]): string {
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
