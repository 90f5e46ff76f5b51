import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashFile } from '../../src/platform/disk/durable.ts'
import type { Target } from './targets.ts'

const root = join(import.meta.dir, '../..')

/**
 * Builds the last commit in a folder of its own, with newly installed packages. Returns the SHA-256 of each executable. Undefined if the
 * sources here are not those of the last commit.
 */
export async function buildElsewhere(
  targets: readonly Target[],
  flags: readonly string[],
): Promise<Map<Target, string> | undefined> {
  if (run(['git', 'status', '--porcelain'], root) !== '') return undefined
  const place = mkdtempSync(join(tmpdir(), 'daybook-release-'))
  try {
    const clone = join(place, 'sources')
    run(['git', 'clone', '--quiet', '--shared', root, clone], place)
    run([process.execPath, 'install', '--frozen-lockfile', '--silent'], clone)
    const hashes = new Map<Target, string>()
    for (const target of targets) {
      const outfile = join(place, target)
      const build = ['scripts/build.ts', '--target', `bun-${target}`, '--outfile', outfile]
      run([process.execPath, ...build, ...flags.flatMap((flag) => ['--flag', flag])], clone)
      hashes.set(target, (await hashFile(outfile)).sha256)
      rmSync(outfile)
    }
    return hashes
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** The output of a command. Throws if it fails. */
function run(command: string[], cwd: string): string {
  const ran = Bun.spawnSync(command, { cwd, stderr: 'inherit' })
  if (!ran.success) throw new Error(`${command.join(' ')} failed.`)
  return ran.stdout.toString().trim()
}
