import type { Command } from 'commander'
import { findRunningServer } from '../accounts/call-log/read-calls.ts'
import { setUp } from '../accounts/users/set-up.ts'
import { defaultPort, loopback } from '../platform/config.ts'
import { AppError } from '../platform/errors.ts'
import { systemClock } from '../platform/time.ts'
import { command, type CommonOptions, printResult, withNewDatabase } from './command.ts'
import { makeSetupLink } from './serve/start-server.ts'
import { passwordOption, readNewPassword } from './terminal.ts'

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
