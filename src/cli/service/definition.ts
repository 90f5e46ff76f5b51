import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError, hasCode } from '../../platform/errors.ts'

/** What a service runs: a server for a data directory, or a bridge for a bridge folder. */
export type ServiceWork = 'server' | 'bridge'

/** The command that starts each, before the folder. */
const commands = {
  server: ['serve', '--data'],
  bridge: ['bridge', 'run', '--bridge-data'],
} as const satisfies Record<ServiceWork, readonly string[]>

/** A Daybook that the system starts with the computer, and again after a crash. */
export type ServiceDefinition = {
  runs: ServiceWork
  /** The system's name for it: letters, digits and hyphens. */
  name: string
  /** The program: the executable, or Bun and the source. */
  program: readonly string[]
  /** The data directory or the bridge folder. */
  data: string
  /** The user that it runs as. Default: whoever installs it. */
  user?: string | undefined
}

/** A file that describes a service to the system. */
export type ServiceFile = { path: string; content: string }

export type InstalledService = { name: string; program: string; runs: ServiceWork; data: string }

/** The command line of a service. */
export function wordsOf({
  program,
  runs,
  data,
}: Pick<ServiceDefinition, 'program' | 'runs' | 'data'>): string[] {
  return [...program, ...commands[runs], data]
}

/** The services of Daybook in a folder of files with a suffix. `wordsIn` reads the command line of a file. */
export function servicesIn(
  folder: string,
  suffix: string,
  wordsIn: (text: string) => readonly string[],
): InstalledService[] {
  const files = existsSync(folder) ? readdirSync(folder) : []
  return files
    .filter((file) => file.endsWith(suffix) && existsSync(join(folder, file)))
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8')
      return serviceOf(file.slice(0, -suffix.length), wordsIn(text)) ?? []
    })
}

/** The service with this command line. Undefined for other programs. */
export function serviceOf(name: string, words: readonly string[]): InstalledService | undefined {
  for (const runs of ['server', 'bridge'] as const) {
    const command = commands[runs]
    const at = words.findIndex((_, from) => command.every((word, i) => words[from + i] === word))
    const data = words[at + command.length]
    if (at > 0 && data !== undefined) return { name, program: words[0] ?? '', runs, data }
  }
  return undefined
}

/** Manages services on one kind of system. All methods throw AppError when a system tool refuses. */
export type ServiceManager = {
  /** Where people find a server's output. */
  logs(definition: { name: string; data: string }): string
  fileOf(definition: ServiceDefinition): ServiceFile
  /** Writes the file, registers and starts the service. Returns as sentences what could not be done. */
  install(definition: ServiceDefinition): Promise<string[]>
  remove(name: string): Promise<void>
  start(name: string): Promise<void>
  /** Asks the service to stop, which may take a moment. It stays stopped until it or the computer is started. */
  stop(name: string): Promise<void>
  list(): Promise<InstalledService[]>
}

/** A system tool that hangs must not hold up the command for ever. */
const toolMs = 60_000

/** Runs a system tool and returns its output. Throws AppError `conflict` with the tool's message when it fails. */
export async function runTool(words: readonly string[]): Promise<string> {
  const ran = spawn(words)
  const [stdout, stderr, code] = await Promise.all([
    new Response(ran.stdout).text(),
    new Response(ran.stderr).text(),
    ran.exited,
  ])
  if (code === 0) return stdout
  const said = `${stderr} ${stdout}`.trim().replaceAll(/\s+/g, ' ')
  throw new AppError('conflict', `${words.join(' ')} failed: ${said || `it ended with ${code}`}.`)
}

function spawn(words: readonly string[]) {
  try {
    return Bun.spawn([...words], {
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      timeout: toolMs,
    })
  } catch (error) {
    if (!hasCode(error, ['ENOENT'])) throw error
    throw new AppError(
      'not_found',
      `This system has no ${words[0]}: Daybook cannot be its service.`,
    )
  }
}
