import { copyFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { firstLine } from '../../src/platform/own-program.ts'
import { executable, type Ran } from './executable.ts'

const root = join(import.meta.dir, '../..')

/** The executable for Windows is run by Wine (scripts/windows): the file itself is another. */
const isWindows = executable.endsWith('-wine.sh')
const wine = join(root, 'scripts/windows/wine.sh')

const system = isWindows ? 'windows-x64' : `${process.platform}-${process.arch}`
const ending = isWindows ? '.exe' : ''

/** The built file once more, in a folder in which it may be replaced. */
export function copyOfExecutable(folder: string): string {
  const file = join(folder, `daybook${ending}`)
  copyFileSync(isWindows ? join(root, 'dist/daybook-windows-x64.exe') : executable, file)
  return file
}

export async function runProgram(file: string, args: readonly string[], stdin = ''): Promise<Ran> {
  const child = Bun.spawn([...commandOf(file), ...args], {
    stdin: new TextEncoder().encode(stdin),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
  return { code: await child.exited, stdout: stdout.replaceAll('\r\n', '\n'), stderr }
}

export async function startProgram(
  file: string,
  args: readonly string[],
): Promise<{ url: string; end(): Promise<void> }> {
  const child = Bun.spawn([...commandOf(file), ...args, '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { url } = JSON.parse(await firstLine(child.stdout))
  return {
    url,
    async end() {
      child.kill()
      await child.exited
    },
  }
}

/** A program that only says which Daybook it is, and is well or not when it is asked to serve. */
export async function compileProgram(
  folder: string,
  version: string,
  how: 'works' | 'fails',
): Promise<string> {
  const source = join(folder, 'program.ts')
  writeFileSync(source, how === 'works' ? working(version) : failing(version))
  const file = join(folder, `daybook-${version}-${system}${ending}`)
  const target = isWindows ? ['--target=bun-windows-x64'] : []
  mkdirSync(join(folder, 'built'))
  const built = join(folder, 'built', `program${ending}`)
  const build = ['build', '--compile', ...target, `--outfile=${built}`, source]
  const child = Bun.spawn([process.execPath, ...build], { stdout: 'ignore', stderr: 'inherit' })
  if ((await child.exited) !== 0) throw new Error('The program was not built.')
  renameSync(built, file)
  return file
}

function commandOf(file: string): string[] {
  return isWindows ? [wine, file] : [file]
}

function working(version: string): string {
  return `${sayingItsVersion(version)}
const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => Response.json({ status: 'ok', version: '${version}' }) })
console.log(JSON.stringify({ url: server.url.origin }))`
}

function failing(version: string): string {
  return `${sayingItsVersion(version)}
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
const data = process.argv[process.argv.indexOf('--data') + 1] ?? ''
writeFileSync(join(data, 'daybook.db'), 'ruined')
console.error('this version is broken')
process.exit(1)`
}

function sayingItsVersion(version: string): string {
  return `if (process.argv[2] === 'version') { console.log('{"version":"${version}"}'); process.exit(0) }`
}
