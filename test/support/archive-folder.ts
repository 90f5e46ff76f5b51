import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { carryOut, markerName } from '../../src/platform/archive/write-archive.ts'
import type { ArchiveProcess } from '../../src/platform/archive/archive-process.ts'
import { filesBelow } from '../../src/platform/disk/durable.ts'

/** What writes archives, in this process. */
export const ownProcess: ArchiveProcess = { carryOut: (order, hear) => carryOut(order, hear) }

export type ArchiveFolder = Disposable & {
  path: string
  /** The files in it, but for the marker, by their path. */
  files(): Promise<string[]>
  text(file: string): string
}

/** An empty folder, such as an owner names. */
export function archiveFolder(): ArchiveFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'daybook-archive-')))
  return {
    path,
    files: async () => (await filesBelow(path)).filter((file) => file !== markerName).toSorted(),
    text: (file) => readFileSync(join(path, file), 'utf8'),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** Whether this user may mount a disk: root, outside of most containers. */
export const canMount = mayMount()

/** A folder on a disk of its own, of 64 KiB, in memory. */
export function smallDisk(): ArchiveFolder & { remount(options: string): void } {
  const folder = archiveFolder()
  mount('-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder.path)
  return {
    ...folder,
    remount: (options) => void mount('-o', `remount,${options}`, folder.path),
    [Symbol.dispose]() {
      Bun.spawnSync(['umount', folder.path])
      folder[Symbol.dispose]()
    },
  }
}

function mayMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  using folder = archiveFolder()
  const isMounted = mount('-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder.path)
  if (isMounted) Bun.spawnSync(['umount', folder.path])
  return isMounted
}

function mount(...args: string[]): boolean {
  return Bun.which('mount') !== null && Bun.spawnSync(['mount', ...args]).success
}
