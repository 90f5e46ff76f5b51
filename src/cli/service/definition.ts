/** What a service does: it serves a data directory, or enters documents into the books that a bridge's folder names. */
export type ServiceWork = 'server' | 'bridge'

/** What Daybook is started with, before the folder. */
const commands = {
  server: ['serve', '--data'],
  bridge: ['bridge', 'run', '--bridge-data'],
} as const satisfies Record<ServiceWork, readonly string[]>

/** A Daybook that the system starts by itself: at the start of the computer, and again when it fell. */
export type ServiceDefinition = {
  runs: ServiceWork
  /** What the system calls it: letters, digits and hyphens. */
  name: string
  /** What starts Daybook: its executable, or Bun and the source. */
  program: readonly string[]
  /** The data directory, or the bridge's folder. */
  data: string
  /** Whose rights it has; left out, those of whoever installs it. */
  user?: string | undefined
}

/** A file that tells a system of a service. */
export type ServiceFile = { path: string; content: string }

export type InstalledService = { name: string; program: string; runs: ServiceWork; data: string }

/** The words of the command that a service starts. */
export function wordsOf({
  program,
  runs,
  data,
}: Pick<ServiceDefinition, 'program' | 'runs' | 'data'>): string[] {
  return [...program, ...commands[runs], data]
}

/** What such words start; undefined for those of other programs. */
export function readWords(words: readonly string[]): Omit<InstalledService, 'name'> | undefined {
  for (const runs of ['server', 'bridge'] as const) {
    const command = commands[runs]
    const at = words.findIndex((_, from) => command.every((word, i) => words[from + i] === word))
    const data = words[at + command.length]
    if (at > 0 && data !== undefined) return { program: words[0] ?? '', runs, data }
  }
  return undefined
}

/** What keeps services on one kind of system. All throw AppError when a tool of the system refuses. */
export type ServiceManager = {
  /** Where what a running server says is found, for people. */
  logs(definition: { name: string; data: string }): string
  fileOf(definition: ServiceDefinition): ServiceFile
  /** Writes the file, has the system take it, and starts the service. Returns what could not be done, as sentences. */
  install(definition: ServiceDefinition): Promise<string[]>
  remove(name: string): Promise<void>
  start(name: string): Promise<void>
  /** Asks it to end; it may take a moment. It stays ended until it is started, or the computer is. */
  stop(name: string): Promise<void>
  list(): Promise<InstalledService[]>
}
