import { join } from 'node:path'

const executable = process.env['DAYBOOK_EXECUTABLE']
const main = join(import.meta.dir, '../../src/main.ts')

/** The command that a person types, up to its first argument. */
export const daybookCommand = executable === undefined ? [process.execPath, main] : [executable]

export type Ran = { code: number; stdout: string; stderr: string }

/** Runs a command to its end. */
export async function runDaybook(args: readonly string[], stdin = ''): Promise<Ran> {
  const child = Bun.spawn([...daybookCommand, ...args], {
    stdin: new TextEncoder().encode(stdin),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
  return { code: await child.exited, stdout, stderr }
}
