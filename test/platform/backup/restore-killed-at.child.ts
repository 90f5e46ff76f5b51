import { argv, kill, pid } from 'node:process'

/*
 * Puts an unpacked backup in the place of the data, as a server does that has stopped, and is killed at one of its steps on the
 * disk: bun restore-killed-at.child.ts DIR N MANIFEST
 * With `undo` for the manifest it takes back instead.
 */

const [root = '', wanted = '', manifest = ''] = argv.slice(2)
let left = Number(wanted)

// Before anybody imports its names.
const disk: Record<string, (...values: never[]) => unknown> = require('node:fs/promises')
for (const name of ['link', 'rename', 'rm', 'copyFile']) {
  const work = disk[name]
  if (work === undefined) throw new Error(`There is no ${name}.`)
  disk[name] = new Proxy(work, {
    apply(target, self, values) {
      if (left-- === 0) kill(pid, 'SIGKILL')
      return Reflect.apply(target, self, values)
    },
  })
}

const { dataDir } = await import('../../../src/platform/disk/data-dir.ts')
const dir = dataDir(root)
if (manifest === 'undo') {
  const { undoRestore } = await import('../../../src/platform/backup/restore-journal.ts')
  await undoRestore(dir)
} else {
  const { restoreUnpacked } = await import('../../../src/platform/backup/restore-backup.ts')
  await restoreUnpacked({ dir, now: Date.UTC(2026, 10, 21, 3), manifest: JSON.parse(manifest) })
}
