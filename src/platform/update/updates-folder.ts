import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DataDir } from '../disk/data-dir.ts'

/** Inserted by the build: `linux-x64-musl`, as in the names of a release's files. */
declare const DAYBOOK_TARGET: string | undefined

/** The system of this program. */
const target =
  typeof DAYBOOK_TARGET === 'undefined'
    ? `${process.platform.replace('win32', 'windows')}-${process.arch}`
    : DAYBOOK_TARGET

/** A newer program in the folder where Daybook looks for updates. */
export type Update = { file: string; version: string }

/** The folder for the files of a release: also `SHA256SUMS` and its signature. */
export function updatesFolder(dir: DataDir): string {
  return join(dir.root, 'updates')
}

/** The newest program for this system in the folder, by its name alone. Undefined when none is newer than this one. */
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
  // Whether an unsigned file is accepted is decided when it is opened.
  const [, version, system] =
    /^daybook-(\d+\.\d+\.\d+)-(?:unsigned-)?([a-z0-9-]+?)(?:\.exe)?$/.exec(name) ?? []
  if (version === undefined || system !== target) return undefined
  return { file: join(folder, name), version }
}
