// Builds the Windows executable in `dist`, and a Wine that runs it. Wine keeps Windows' rules for open files: moving or removing an open
// file fails as on Windows.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { requireOwnResources } from '../release/windows-runtime.ts'

const root = join(import.meta.dir, '../..')
const prefix = join(root, 'dist/.wine')

/** A step that hangs has failed: each takes a few seconds. */
const limitMs = 600_000

run([process.execPath, 'scripts/build.ts', '--target', 'bun-windows-x64'])
requireOwnResources(join(root, 'dist/daybook-windows-x64.exe'))
rmSync(prefix, { recursive: true, force: true })
mkdirSync(prefix, { recursive: true })
run(['scripts/windows/wine.sh', 'wineboot', '-i'])
const shim = join(prefix, 'drive_c/windows/system32/bcryptprimitives.dll')
const compile =
  'x86_64-w64-mingw32-gcc -O2 -s -shared -Wall -Werror scripts/windows/wine-shim.c -ladvapi32'
run([...compile.split(' '), '-o', shim])
run(['scripts/windows/daybook-wine.sh', 'version'])

/** Ends the process if a step fails. */
function run(command: string[]): void {
  const ran = Bun.spawnSync(command, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: limitMs,
  })
  if (ran.success) return
  console.error(`${command.join(' ')} failed (${ran.signalCode ?? ran.exitCode}).`)
  process.exit(1)
}
