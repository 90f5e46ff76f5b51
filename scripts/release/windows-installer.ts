import { statSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../../package.json'

type Parts = { program: string; notices: string; outfile: string }

/**
 * Packs the program into an installer with NSIS, which runs on Linux too. `isPacked: false` skips the compression,
 * which takes two minutes, for a trial. The same parts give the same bytes. Throws if NSIS fails.
 */
export function makeInstaller(
  { program, notices, outfile }: Parts,
  { isPacked = true }: { isPacked?: boolean } = {},
): void {
  const defined = {
    PROGRAM: program,
    NOTICES: notices,
    OUTFILE: outfile,
    VERSION: manifest.version,
    ICON: join(import.meta.dir, 'daybook.ico'),
    KILOBYTES: Math.ceil(statSync(program).size / 1024),
  }
  const command = [
    'makensis',
    '-V2',
    ...(isPacked ? [] : ['-XSetCompressor /FINAL zlib', '-XSetCompress off']),
    ...Object.entries(defined).map(([name, value]) => `-D${name}=${value}`),
    join(import.meta.dir, 'installer.nsi'),
  ]
  const ran = Bun.spawnSync(command, {
    // Without this variable, NSIS writes the time of its run into the installer.
    env: { ...process.env, SOURCE_DATE_EPOCH: '0' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (!ran.success) throw new Error('The installer was not made.')
}
