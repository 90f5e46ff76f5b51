import type { Command } from 'commander'
import { findRunningServer } from '../accounts/call-log/call-log.ts'
import { defaultPort, loopback } from '../platform/config.ts'
import { systemClock } from '../platform/clock.ts'
import { AppError } from '../platform/errors.ts'
import { command, printResult, withNewDatabase, type CommonOptions } from './command.ts'
import { makeSetupLink } from './start-server.ts'

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
