import type { Command } from 'commander'
import { setUp } from '../accounts/users/set-up.ts'
import { systemClock } from '../platform/clock.ts'
import { command, printResult, withNewDatabase, type CommonOptions } from './command.ts'
import { passwordOption, readNewPassword } from './password.ts'

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
