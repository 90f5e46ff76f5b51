import { join } from 'node:path'

/** The command that starts Daybook again. From the source tree Bun is the program, and Daybook its first argument. */
export function ownProgram(): string[] {
  const source = join(import.meta.dir, '../main.ts')
  return Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, source]
}
