import type { Command } from 'commander'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { defaultPort } from '../platform/config.ts'
import { ownProgram } from '../platform/own-program.ts'
import { command, type CommonOptions, dataDirOf } from './command.ts'
import {
  openInBrowser,
  openWithSecret,
  pageMs,
  packageAddressFile,
  readAddress,
} from './serve/open-browser.ts'
import { stopSignal } from './terminal.ts'

type OpenOptions = CommonOptions & { serviceUser: string; addressFile: string }

const stateSchema = Type.Object({ isSetUp: Type.Boolean() })
const linkSchema = Type.Object({ url: Type.String() })

/** How long to ask a service whether it is set up, in milliseconds. A newly installed service may still be starting. */
const stateMs = 10_000
const askAgainMs = 250

/** The command of the Debian package's menu entry. */
export function openCommand(): Command {
  return command(
    'open',
    'open the console of a service in the browser; to set it up, an administrator’s password is asked for',
    'daybook open --service-user daybook --data /var/lib/daybook',
  )
    .requiredOption('--service-user <name>', 'the user that the service runs as')
    .option('--address-file <file>', 'where the service tells its address', packageAddressFile)
    .action((options: OpenOptions) => open(options))
}

async function open(options: OpenOptions): Promise<void> {
  const link = (await isToBeSetUp(options)) ? linkOf(options) : undefined
  if (link === undefined) return openInBrowser(addressOf(options))
  const takeAway = openWithSecret(link)
  const { promise: isRead, resolve } = Promise.withResolvers<void>()
  const reading = setTimeout(resolve, pageMs)
  await Promise.race([stopSignal(), isRead])
  clearTimeout(reading)
  takeAway()
}

/** The default address serves for a service that is still starting, or that systemd did not start. */
function addressOf({ addressFile }: OpenOptions): string {
  return readAddress(addressFile) ?? `http://localhost:${defaultPort}`
}

/** Also false where no Daybook answers: the browser shows that best. */
async function isToBeSetUp(options: OpenOptions): Promise<boolean> {
  const end = performance.now() + stateMs
  while (performance.now() < end) {
    const state = await stateAt(addressOf(options))
    if (state !== undefined) return Value.Check(stateSchema, state) && !state.isSetUp
    await Bun.sleep(askAgainMs)
  }
  return false
}

async function stateAt(url: string): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(stateMs)
    return await (await fetch(`${url}/console/api/state`, { signal })).json()
  } catch {
    // Nothing listens there yet, or it is no Daybook.
    return undefined
  }
}

/**
 * Makes a new set-up link as the service's user. The desktop asks for an administrator's password first, as for the package's
 * installation. Undefined where nobody gives one: the page then asks for the code.
 */
function linkOf(options: OpenOptions): string | undefined {
  if (Bun.which('pkexec') === null) return undefined
  const { root } = dataDirOf(options)
  const asked = [...ownProgram(), 'setup-link', '--json', '--data', root]
  const { success, stdout } = Bun.spawnSync(['pkexec', '--user', options.serviceUser, ...asked], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!success) return undefined
  const link: unknown = JSON.parse(stdout.toString())
  return Value.Check(linkSchema, link) ? link.url : undefined
}
