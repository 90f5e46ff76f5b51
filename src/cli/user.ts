import { Command, Option } from 'commander'
import { findRunningServer } from '../accounts/call-log/read-calls.ts'
import { listedMax, listUsers } from '../accounts/queries.ts'
import { duties, dutiesOf, usualDuties } from '../accounts/rules.ts'
import { resetTwoFactor } from '../accounts/two-factor/two-factor.ts'
import { changePassword } from '../accounts/users/passwords.ts'
import { setUp } from '../accounts/users/set-up.ts'
import { addUser, deactivateUser } from '../accounts/users/users.ts'
import {
  command,
  type CommonOptions,
  printResult,
  withNewDatabase,
  change,
  printList,
  withDatabase,
} from './command.ts'
import { makeSetupLink } from './serve/start-server.ts'
import { passwordOption, readNewPassword } from './terminal.ts'
import { defaultPort, loopback } from '../platform/config.ts'
import { AppError } from '../platform/errors.ts'
import { systemClock } from '../platform/time.ts'
import { forgetKeptOf } from '../services/scan-export/reading/passwords/file-passwords.ts'

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

function resetTwoFactorCommand(): Command {
  return command(
    'reset-two-factor',
    'let a user who lost phone and recovery codes sign in by the password alone; its passkeys end',
    'daybook user reset-two-factor --email asha@example.com',
  )
    .requiredOption('--email <email>', 'e-mail address')
    .action(async (options: UserOptions) => {
      const wasOn = await change(options, (conn, now) => resetTwoFactor(conn, options.email, now))
      printResult(options, { email: options.email, wasOn }, [
        wasOn
          ? `${options.email} signs in by the password alone now.`
          : `${options.email} had no second step; its passkeys, if any, are removed.`,
      ])
    })
}

function addCommand(): Command {
  return command(
    'add',
    'add a user',
    'daybook user add --email ravi@example.com --name Ravi --role clerk counter --password-stdin',
  )
    .requiredOption('--email <email>', 'e-mail address')
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
  return command(
    'deactivate',
    "end a user's keys and sign-in; its scans stay",
    'daybook user deactivate --email ravi@example.com',
  )
    .requiredOption('--email <email>', 'e-mail address')
    .action(async (options: UserOptions) => {
      await change(options, (conn, now) => {
        forgetKeptOf(conn, deactivateUser(conn, options.email, now), now)
      })
      printResult(options, { email: options.email }, [`Deactivated ${options.email}.`])
    })
}

function passwordCommand(): Command {
  return command(
    'password',
    "change a user's password",
    'daybook user password --email ravi@example.com --password-stdin',
  )
    .requiredOption('--email <email>', 'e-mail address')
    .requiredOption(...passwordOption)
    .action(async (options: UserOptions) => {
      const hash = await Bun.password.hash(await readNewPassword())
      await change(options, (conn, now) => changePassword(conn, options.email, hash, now))
      printResult(options, { email: options.email }, [`Changed the password of ${options.email}.`])
    })
}
