import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DataDir } from '../disk/data-dir.ts'

/** Put in by the build: `linux-x64-musl`, as the names of a release's files end. */
declare const DAYBOOK_TARGET: string | undefined

/** For which system this program is. */
const target =
  typeof DAYBOOK_TARGET === 'undefined'
    ? `${process.platform.replace('win32', 'windows')}-${process.arch}`
    : DAYBOOK_TARGET

/** A newer program that somebody has put where Daybook looks for one. */
export type Update = { file: string; version: string }

/** Where the files of a release may be put: `SHA256SUMS` and its signature with them. */
export function updatesFolder(dir: DataDir): string {
  return join(dir.root, 'updates')
}

/** The newest program for this system that lies there, by its name alone; undefined when none is newer than this one. */
export function newestUpdate(dir: DataDir, current: string): Update | undefined {
  const folder = updatesFolder(dir)
  if (!existsSync(folder)) return undefined
  const [newest] = readdirSync(folder)
    .flatMap((name) => updateOf(folder, name) ?? [])
    .filter(({ version }) => Bun.semver.order(version, current) > 0)
    .toSorted((a, b) => Bun.semver.order(b.version, a.version))
  return newest
}

function updateOf(folder: string, name: string): Update | undefined {
  // Whether one without a signature is taken is decided when it is opened.
  const [, version, system] =
    /^daybook-(\d+\.\d+\.\d+)-(?:unsigned-)?([a-z0-9-]+?)(?:\.exe)?$/.exec(name) ?? []
  if (version === undefined || system !== target) return undefined
  return { file: join(folder, name), version }
}
