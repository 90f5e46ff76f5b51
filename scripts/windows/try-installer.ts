// Installs Daybook in Wine as a shop would, without questions, starts it, removes it, and checks what is left.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import manifest from '../../package.json'
import { makeInstaller } from '../release/windows-installer.ts'

const root = join(import.meta.dir, '../..')
const wine = join(import.meta.dir, 'wine.sh')

/** In milliseconds. A step that takes longer hangs. */
const limitMs = 300_000

/** Windows programs end before the programs that they started: an uninstaller works in a copy of itself. */
const patienceMs = 120_000

const place = mkdtempSync(join(tmpdir(), 'daybook-setup-'))
try {
  await tryInstaller()
  console.log('installed, started, replaced and removed; the data stayed')
} finally {
  rmSync(place, { recursive: true, force: true })
}

async function tryInstaller(): Promise<void> {
  const setup = join(place, 'daybook-setup.exe')
  const folder = join(place, 'Daybook')
  const program = join(folder, 'daybook.exe')
  const data = join(place, 'data')
  const parts = {
    program: join(root, 'dist/daybook-windows-x64.exe'),
    notices: join(root, 'LICENSE'),
    outfile: setup,
  }
  makeInstaller(parts, { isPacked: false })
  const install = [setup, '/S', '/STARTUP=1', `/D=Z:${folder.replaceAll('/', '\\')}`]
  run(install)
  // Installs a second time over the first, as an update does.
  run(install)
  for (const name of ['daybook.exe', 'daybook.old.exe', 'licences.txt', 'uninstall.exe']) {
    require(existsSync(join(folder, name)), `${name} was not installed`)
  }
  require(run([program, 'version']).includes(manifest.version), 'another version was installed')
  const link = run([program, 'setup-link', '--data', `Z:${data}`])
  require(link.includes('http'), 'the installed Daybook did not make its data')
  require(startsAtSignIn(), 'it does not start at the sign-in')
  run([join(folder, 'uninstall.exe'), '/S'])
  await until(() => !existsSync(folder), 'the program was not removed')
  require(!startsAtSignIn(), 'it still starts at the sign-in')
  require(existsSync(join(data, 'daybook.db')), 'the data went with the program')
}

function startsAtSignIn(): boolean {
  const key = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run'
  const asked = spawn(['reg', 'query', key, '/v', 'Daybook'])
  return asked.success && asked.stdout.toString().includes('daybook.exe')
}

/** The output of a Windows program. Throws if it fails. */
function run(command: string[]): string {
  const ran = spawn(command)
  if (ran.success) return ran.stdout.toString()
  throw new Error(`${command.join(' ')} failed (${ran.signalCode ?? ran.exitCode}).`)
}

function spawn(command: string[]) {
  const stdio = ['ignore', 'pipe', 'inherit'] as const
  return Bun.spawnSync([wine, ...command], { stdio: [...stdio], timeout: limitMs })
}

function require(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(`In Wine, ${otherwise}.`)
}

async function until(isSo: () => boolean, otherwise: string): Promise<void> {
  const end = performance.now() + patienceMs
  while (!isSo() && performance.now() < end) await Bun.sleep(100)
  require(isSo(), otherwise)
}
