import { Command, CommanderError } from 'commander'
import { diskSentence } from '../platform/db/connection.ts'
import { version } from '../platform/embedded.ts'
import { printError } from '../platform/print.ts'

const ok = 0
const failed = 1
const wrongUsage = 2

type Commands = Readonly<Record<string, () => Promise<Command>>>

/** All commands in the order of the help. Each is loaded only when called, because a starting server needs no others. */
const shown = {
  serve: async () => (await import('./serve/serve.ts')).serveCommand(),
  demo: async () => (await import('./demo/demo.ts')).demoCommand(),
  setup: async () => (await import('./accounts.ts')).setupCommand(),
  'setup-link': async () => (await import('./accounts.ts')).setupLinkCommand(),
  service: async () => (await import('./service/service.ts')).serviceCommand(),
  open: async () => (await import('./serve/open-browser.ts')).openCommand(),
  user: async () => (await import('./accounts.ts')).userCommand(),
  key: async () => (await import('./accounts.ts')).keyCommand(),
  bridge: async () => (await import('./bridge/bridge.ts')).bridgeCommand(),
  'verify-client': async () => (await import('./verify-client.ts')).verifyClientCommand(),
  import: async () => (await import('./import/import.ts')).importCommand(),
  export: async () => (await import('./export/export.ts')).exportCommand(),
  gstr2b: async () => (await import('./gstr2b/gstr2b.ts')).gstr2bCommand(),
  scan: async () => (await import('./scan/scan.ts')).scanCommand(),
  backup: async () => (await import('./backup.ts')).backupCommand(),
  restore: async () => (await import('./backup.ts')).restoreCommand(),
  offsite: async () => (await import('./offsite.ts')).offsiteCommand(),
  replicate: async () => (await import('./replicate.ts')).replicateCommand(),
  promote: async () => (await import('./replicate.ts')).promoteCommand(),
  archive: async () => (await import('./archive.ts')).archiveCommand(),
  images: async () => (await import('./offsite.ts')).imagesCommand(),
  update: async () => (await import('./update/update.ts')).updateCommand(),
  retention: async () => (await import('./archive.ts')).retentionCommand(),
  fleet: async () => (await import('./fleet/fleet.ts')).fleetCommand(),
  doctor: async () => (await import('./about.ts')).doctorCommand(),
  report: async () => (await import('./about.ts')).reportCommand(),
  openapi: async () => (await import('./about.ts')).openapiCommand(),
  paths: async () => (await import('./about.ts')).pathsCommand(),
  version: async () => (await import('./about.ts')).versionCommand(),
  licenses: async () => (await import('./about.ts')).licensesCommand(),
} satisfies Commands

/** Commands about all other commands. */
const about: Commands = {
  completions: async () => (await import('./completions.ts')).completionsCommand(commandTree),
  manual: async () => (await import('./completions.ts')).manualCommand(commandTree),
}

/** Commands for Daybook itself and for shells. */
const hidden: Commands = {
  picture: async () => (await import('./own-processes.ts')).pictureCommand(),
  read: async () => (await import('./own-processes.ts')).readCommand(),
  shrink: async () => (await import('./own-processes.ts')).shrinkCommand(),
  'write-archive': async () => (await import('./own-processes.ts')).writeArchiveCommand(),
  complete: async () => (await import('./completions.ts')).completeCommand(commandTree),
}

/** The default command. */
const usual = 'serve'

/** Runs a command. Returns the exit code: 0, 1 (failed, one sentence on stderr) or 2 (wrong usage). */
export async function runCli(argv: readonly string[]): Promise<number> {
  try {
    const words = await commandFirst(argv)
    const daybook = await program(calledBy(words))
    await daybook.parseAsync([...words], { from: 'user' })
    return ok
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? ok : wrongUsage
    // Any other error is a bug. Print all of it for the report.
    printError(diskSentence(error) ?? error)
    return failed
  }
}

/**
 * Moves the command to the front: people also write `daybook --data D serve`. Options before the command belong to the default command,
 * as in `daybook --port 3000`, and take values as they do there.
 */
async function commandFirst(argv: readonly string[]): Promise<readonly string[]> {
  if (argv[0]?.startsWith('-') !== true) return argv
  const { options } = await shown[usual]()
  const takesValue = (word: string) =>
    options.some(({ long, short, required }) => required && [long, short].includes(word))
  const place = argv.findIndex(
    (word, at) => !word.startsWith('-') && !takesValue(argv[at - 1] ?? ''),
  )
  const name = argv[place]
  if (name === undefined || !isCommand(name)) return argv
  const [before, behind] = [argv.slice(0, place), argv.slice(place + 1)]
  const end = behind.includes('--') ? behind.indexOf('--') : behind.length
  return [name, ...behind.slice(0, end), ...before, ...behind.slice(end)]
}

function isCommand(word: string): boolean {
  return Object.keys({ ...shown, ...about, ...hidden }).includes(word)
}

/** The name of the one command to load. Undefined for the general help, and for an unknown name. */
function calledBy([first = '', ...others]: readonly string[]): string | undefined {
  if (isCommand(first)) return first
  const isOption = first === '' || first.startsWith('-')
  const wantsHelp = [first, ...others].some((word) => word === '--help' || word === '-h')
  return isOption && !wantsHelp ? usual : undefined
}

/** All commands, or only the one with a name. */
export async function program(only?: string): Promise<Command> {
  const daybook = await commandTree(only)
  await add(daybook, about, only)
  await add(daybook, hidden, only, { hidden: true })
  return daybook
}

async function commandTree(only?: string): Promise<Command> {
  const daybook = new Command('daybook')
    .description('The back office of a small shop: scan export and storefront, on its own machine.')
    .version(version)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
  await add(daybook, shown, only)
  return daybook
}

async function add(
  daybook: Command,
  commands: Commands,
  only: string | undefined,
  options: { hidden?: boolean } = {},
): Promise<void> {
  for (const [name, load] of Object.entries(commands)) {
    if (only !== undefined && name !== only) continue
    const made = await load()
    inheritExitOverride(made)
    daybook.addCommand(made, { isDefault: name === usual, ...options })
  }
}

/** Ready-made commands do not inherit this setting when they are added. Without it they would end the process themselves. */
function inheritExitOverride(command: Command): void {
  command.exitOverride()
  for (const sub of command.commands) inheritExitOverride(sub)
}
