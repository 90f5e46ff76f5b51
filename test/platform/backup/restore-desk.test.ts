import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createBackup } from '../../../src/platform/backup/create-backup.ts'
import { RestoreDesk, type Restore } from '../../../src/platform/backup/restore-desk.ts'
import { type DataDir, freeBytesMin } from '../../../src/platform/disk/data-dir.ts'
import { endedBy, openPlace, readPlace } from '../../../src/platform/offsite/place.ts'
import { codeOf } from '../../support/temporary-database.ts'
import { filledShop, now } from './filled-shop.ts'

/** A thread starts for some: longer than Bun's limit on a busy computer, in milliseconds. */
setDefaultTimeout(120_000)

const asker = { owner: 'om@example.com' }

const deskIn = (dir: DataDir, options = {}) => new RestoreDesk(dir, () => undefined, options)

/** What a restore unpacks or takes in. */
const parts = ({ root }: DataDir) => readdirSync(root).filter((name) => name.endsWith('.part'))

async function untilOver(restore: Restore): Promise<void> {
  while (restore.step === 'reading') await Bun.sleep(5)
}

test('a backup that is not whole leaves nothing on the disk', async () => {
  using shop = await filledShop()
  const { file } = await createBackup({ ...shop, organisation: 'x', madeBy: 'command', now })
  const cut = join(shop.dir.backups, 'cut.tar')
  await Bun.write(cut, (await Bun.file(file).bytes()).slice(0, -1500))
  const desk = deskIn(shop.dir)
  const restore = await desk.begin(asker)
  desk.read(restore.id, () => Promise.resolve(cut))
  await untilOver(restore)
  expect(restore.step).toBe('failed')
  await desk.stop()
  expect(parts(shop.dir)).toEqual([])
})

test('a file for which there is no room is refused, and what came in goes', async () => {
  using shop = await filledShop()
  let free = freeBytesMin
  const desk = deskIn(shop.dir, { freeBytes: () => Promise.resolve(free) })
  const restore = await desk.begin(asker)
  await desk.receive(restore.id, 0, new Uint8Array(10))
  expect(parts(shop.dir)).toHaveLength(1)
  free -= 1
  const next = desk.receive(restore.id, 10, new Uint8Array(10))
  expect(await codeOf(next)).toBe('out_of_space')
  expect([restore.step, parts(shop.dir)]).toEqual(['failed', []])
})

test('one with which nobody goes on is dropped, with what came in', async () => {
  using shop = await filledShop()
  const desk = deskIn(shop.dir, { waitMs: 20 })
  const { id } = await desk.begin(asker)
  await desk.receive(id, 0, new Uint8Array(10))
  while (existsSync(join(shop.dir.root, 'restore.tar.part'))) await Bun.sleep(5)
  expect(() => desk.require(id)).toThrow('not known any more')
})

test('a place that never answers keeps nobody from stopping', async () => {
  using shop = await filledShop()
  const asked = Promise.withResolvers<void>()
  const silent = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: { data: () => asked.resolve() },
  })
  const at = { endpoint: `http://127.0.0.1:${silent.port}`, region: 'auto', accessKey: 'AK' }
  const desk = deskIn(shop.dir)
  const restore = await desk.begin(asker)
  desk.read(restore.id, async (file, _, signal) => {
    await endedBy(openPlace(readPlace('s3://shop', at), 's'), signal).list('snapshots')
    return file
  })
  await asked.promise
  await desk.stop()
  expect(restore.step).toBe('failed')
  silent.stop(true)
})
