import { Command, Option } from 'commander'
import { listedMax, listUsers } from '../accounts/queries.ts'
import { duties, dutiesOf, usualDuties } from '../accounts/rules.ts'
import { changePassword } from '../accounts/users/passwords.ts'
import { resetTwoFactor } from '../accounts/two-factor/two-factor.ts'
import { addUser, deactivateUser } from '../accounts/users/users.ts'
import { forgetKeptOf } from '../services/scan-export/reading/passwords/file-passwords.ts'
import {
  change,
  command,
  type CommonOptions,
  printList,
  printResult,
  withDatabase,
} from './command.ts'
import { passwordOption, readNewPassword } from './terminal.ts'

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
