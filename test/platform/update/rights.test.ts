import { expect, test } from 'bun:test'
import { chownSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDir } from '../../support/temporary-database.ts'

/** Nobody in particular: the number that systems give to who owns nothing. */
const nobody = 65_534

const root = join(import.meta.dir, '../../..')

/** What a process may do that works as the owner of a folder: to whom its files belong, and with what it lends. */
async function rightsIn(folder: string): Promise<unknown> {
  const script = `
    import { statSync, writeFileSync } from 'node:fs'
    import { startAsOwner, workAsOwnerOf } from './src/platform/update/executable.ts'
    const asStarter = workAsOwnerOf(process.env.FOLDER)
    writeFileSync(process.env.FOLDER + '/made', '')
    const made = statSync(process.env.FOLDER + '/made').uid
    const lent = await asStarter(async () => process.geteuid())
    const started = startAsOwner((ids) => Bun.spawnSync(['id', '-ru'], ids)).stdout.toString()
    console.log(JSON.stringify({ made, lent, started: Number(started), after: process.geteuid() }))`
  const child = Bun.spawn([process.execPath, '-e', script], {
    cwd: root,
    env: { ...process.env, FOLDER: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(await child.stdout.text())
}

test('root updates as the one whose data they are, starts programs so, and is root again for its own; others stay who they are', async () => {
  using folder = temporaryDir()
  const own = process.geteuid?.() ?? 0
  const owner = own === 0 ? nobody : own
  chownSync(folder.dir.root, owner, own === 0 ? nobody : (process.getegid?.() ?? 0))
  expect(await rightsIn(folder.dir.root)).toEqual({
    made: owner,
    lent: own,
    started: owner,
    after: owner,
  })
})
