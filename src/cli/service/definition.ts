/** A server that the system starts by itself: at the start of the computer, and again when it fell. */
export type ServiceDefinition = {
  /** What the system calls it: letters, digits and hyphens. */
  name: string
  /** What starts Daybook: its executable, or Bun and the source. */
  program: readonly string[]
  /** The data directory. */
  data: string
  /** Whose rights it has; left out, those of whoever installs it. */
  user?: string | undefined
}

/** A file that tells a system of a service. */
export type ServiceFile = { path: string; content: string }

export type InstalledService = { name: string; program: string; data: string }

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
