import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstLine } from '../../src/platform/own-program.ts'

/** The built file: `bun run check` says where it is. */
export const executable =
  process.env['DAYBOOK_EXECUTABLE'] ?? join(import.meta.dir, '../../dist/daybook')

/** A path as the built file tells it: under Wine (scripts/windows) this system's files are on a drive Z. */
export function shownPath(path: string): string {
  return executable.endsWith('-wine.sh') ? `Z:${path.replaceAll('/', '\\')}` : path
}

export type Ran = { code: number; stdout: string; stderr: string }

type Listening = { url: string; scanExport: string; storefront: string }

/** A server that listens. `text` is the line of JSON that it printed. */
export type Server = Listening & { text: string; end(signal?: NodeJS.Signals): Promise<void> }

/** A folder with nothing of the project in it: what the executable reads, it carries. */
export function folderElsewhere(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'daybook-executable-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** Runs a command to its end. */
export async function runExecutable(
  args: readonly string[],
  cwd: string,
  { stdin = '', env = process.env }: { stdin?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Ran> {
  const child = Bun.spawn([executable, ...args], {
    cwd,
    env,
    stdin: new TextEncoder().encode(stdin),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
  return { code: await child.exited, stdout, stderr }
}

/** Starts `serve` or `demo` and waits until it listens. */
export async function startExecutable(args: readonly string[], cwd: string): Promise<Server> {
  const child = Bun.spawn([executable, ...args, '--json'], {
    cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const text = await firstLine(child.stdout)
  return {
    ...JSON.parse(text),
    text,
    async end(signal = 'SIGTERM') {
      child.kill(signal)
      await child.exited
    },
  }
}
