import { mkdtempSync, rmSync, writeFileSync, chmodSync, readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Command } from 'commander'
import { command, type CommonOptions, dataDirOf } from '../command.ts'
import { stopSignal } from '../terminal.ts'
import { defaultPort } from '../../platform/config.ts'
import { ownProgram } from '../../platform/own-program.ts'
import { printError } from '../../platform/print.ts'

/** How long a browser has to load the redirect page, in milliseconds. It may have to start first. */
const pageMs = 60_000

/** Opens an address in the desktop's browser. Does nothing without a desktop. */
export function openInBrowser(url: string): void {
  const opener = openerOf(url)
  if (opener === undefined || Bun.which(opener[0] ?? '') === null) return
  Bun.spawn(opener, { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' }).unref()
}

/**
 * Opens an address with a secret after its `#`. Every user of the computer can see a program's arguments, so the browser gets a page that
 * only this user can read and that redirects. Returns a function that removes the page. The page disappears after a minute in any case.
 */
export function openWithSecret(url: string): () => void {
  if (openerOf(url) === undefined) return () => undefined
  const written = writePrivatePage(leadingTo(url))
  if (written === undefined) {
    // The user can type the code there.
    openInBrowser(url.slice(0, url.indexOf('#')))
    return () => undefined
  }
  openInBrowser(written.page)
  setTimeout(written.remove, pageMs).unref()
  return written.remove
}

function leadingTo(url: string): string {
  const target = Bun.escapeHTML(url)
  const lead = `<meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${target}">`
  return `<!doctype html>${lead}<a href="${target}">Set up Daybook</a>`
}

/**
 * Writes a page in a new folder, both readable by this user only. On Linux, sandboxed browsers can read a user's files only outside
 * hidden folders. Undefined where writing fails: a user without a home, or a full disk.
 */
function writePrivatePage(html: string): { page: string; remove: () => void } | undefined {
  const place = process.platform === 'linux' ? homedir() : tmpdir()
  let folder = ''
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    folder = mkdtempSync(join(place, 'daybook-'))
    const page = join(folder, 'set-up.html')
    writeFileSync(page, html, { mode: 0o600 })
    return { page, remove }
  } catch {
    if (folder !== '') remove()
    return undefined
  }
}

function openerOf(url: string): string[] | undefined {
  switch (process.platform) {
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler', url]
    case 'darwin':
      // On macOS a double click opens a terminal.
      return process.stdout.isTTY ? ['open', url] : undefined
    default:
      // On Linux a double click opens no terminal, so the browser is all a person sees of Daybook.
      return process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']
        ? ['xdg-open', url]
        : undefined
  }
}

const name = 'daybook-address'

/** The file with the address of the Debian package's service. Everybody may read its folder while the service runs. */
export const packageAddressFile: string = join('/run/daybook', name)

/**
 * Writes Daybook's address for users who may not read its data, such as another user's menu entry. systemd creates the folder
 * (`RuntimeDirectory=`) and removes it with the service. Does nothing without the folder.
 */
export function tellAddress(url: string, env: Record<string, string | undefined>): void {
  const folder = env['RUNTIME_DIRECTORY']
  if (folder === undefined) return
  const file = join(folder, name)
  try {
    writeFileSync(file, url)
    chmodSync(file, 0o644)
  } catch (error) {
    printError(`The address could not be written to ${file}:`, error)
  }
}

/** Undefined without an address, and for anything but a web address, because the caller opens it without asking. */
export function readAddress(file: string): string | undefined {
  try {
    const { protocol, origin } = new URL(readFileSync(file, 'utf8'))
    return protocol === 'http:' || protocol === 'https:' ? origin : undefined
  } catch {
    // No service runs, or its service has no such folder.
    return undefined
  }
}

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
