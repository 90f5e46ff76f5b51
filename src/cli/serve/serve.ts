import { type Command, InvalidArgumentError } from 'commander'
import type { SetupLink } from '../../accounts/users/links.ts'
import { type Flags, isPort, readConfig } from '../../platform/config.ts'
import { isOpenToOthers } from '../../platform/disk/data-dir.ts'
import { systemClock } from '../../platform/time.ts'
import { command, type CommonOptions, dataDirOf } from '../command.ts'
import { stopSignal } from '../terminal.ts'
import { openInBrowser, openWithSecret } from './open-browser.ts'
import { AlreadyRunning, type RunningDaybook, startServer } from './start-server.ts'

type ServeOptions = CommonOptions & Flags

export function serveCommand(): Command {
  return command(
    'serve',
    'serve the data directory (what "daybook" alone does)',
    'daybook serve --lan',
  )
    .option('--host <address>', 'listen on this address (default: 127.0.0.1, this computer only)')
    .option('--lan', 'let other computers on the network in')
    .option('--port <number>', 'listen on this port; 0 takes a free one (default: 3292)', portText)
    .option('--scan-export-port <number>', 'serve scan export at / of this port as well', portText)
    .option('--storefront-port <number>', 'likewise for the storefront', portText)
    .option('--public-url <url>', 'the address that links in answers begin with')
    .option('--tls-cert <file>', 'serve HTTPS with this certificate (PEM)')
    .option('--tls-key <file>', 'and this key (PEM)')
    .action((options: ServeOptions) => serve(options))
}

/** Checked here so that a mistyped port is wrong usage. */
export function portText(text: string): string {
  if (isPort(text)) return text
  throw new InvalidArgumentError('It is a whole number from 0 to 65535.')
}

async function serve(options: ServeOptions): Promise<void> {
  const dir = dataDirOf(options)
  const config = readConfig(options, process.env, dir.config)
  try {
    const daybook = await startServer(dir, config, systemClock)
    printAddresses(options, dir.root, daybook)
    if (isOpenToOthers(dir)) {
      console.error(
        `${dir.root} is outside your own folder: others who use this computer may be able to read it. ${daybook.url}/docs/data-and-backup says how to keep them out.`,
      )
    }
    const close = startedByHand(options) ? openConsole(daybook) : undefined
    await stopSignal()
    close?.()
    await daybook.stop()
  } catch (error) {
    if (!(error instanceof AlreadyRunning) || error.url === undefined || !startedByHand(options)) {
      throw error
    }
    console.error(error.message)
    openInBrowser(error.url)
  }
}

/** Opens the console, or the way to set it up; returns what clears up after that. */
function openConsole({ url, setUp }: RunningDaybook): (() => void) | undefined {
  if (setUp !== undefined) return openWithSecret(setUp.url)
  openInBrowser(url)
  return undefined
}

/** `daybook` alone, from a desktop: a double click. */
function startedByHand(options: ServeOptions): boolean {
  return options.json !== true && process.argv.slice(2).every((word) => word !== 'serve')
}

function printAddresses(options: ServeOptions, root: string, daybook: RunningDaybook): void {
  const { url, scanExport, storefront, setUp } = daybook
  if (options.json === true) {
    const link = setUp && { setUp: { url: setUp.url, code: setUp.code } }
    console.log(JSON.stringify({ url, scanExport, storefront, ...link }))
    return
  }
  console.log(`Daybook serves ${root}`)
  console.log(`  on this computer       ${url}`)
  for (const address of daybook.addresses) console.log(`  from other computers   ${address}`)
  if (daybook.access === 'this computer') {
    console.log('  other computers cannot reach it: start it with --lan to let them in')
  }
  console.log(`  scan export            ${scanExport}   (docs: ${scanExport}/docs)`)
  console.log(`  storefront             ${storefront}   (docs: ${storefront}/docs)`)
  if (setUp !== undefined) console.log(setupLines(setUp).join('\n'))
}

/** How to set up in the browser, for people. */
function setupLines({ url, code }: SetupLink): string[] {
  return [
    'Daybook is not set up yet. Open this address within 30 minutes; it works once:',
    `  ${url}`,
    `  or open the page set-up of any address above and type the code ${code}`,
    '"daybook setup-link" prints a new one, "daybook setup" sets up without the browser.',
  ]
}
