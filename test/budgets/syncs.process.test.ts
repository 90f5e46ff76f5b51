import { expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildDisk, recordFile, withRecord } from '../../scripts/faults/disk.ts'
import { readRecord } from '../../scripts/faults/record.ts'
import { createKey } from '../../src/accounts/keys/keys.ts'
import { setUp } from '../../src/accounts/users/set-up.ts'
import { openDatabaseForCommand } from '../../src/platform/db/database.ts'
import { dataDir, makeDataDir, type DataDir } from '../../src/platform/disk/data-dir.ts'
import { firstLine } from '../../src/platform/own-program.ts'
import { addProduct } from '../support/orders.ts'
import { executable, folderElsewhere } from '../support/executable.ts'
import { untilEnd } from '../support/until-end.ts'

const orders = 20
const email = 'owner@example.com'
const order = {
  customer_name: 'Om',
  customer_phone: '9800000000',
  shipping_address: '1 MG Road',
  shipping_city: 'Pune',
  items: [{ sku: 'RICE', quantity: 1 }],
}

const folder = untilEnd(folderElsewhere())
const built = await buildDisk(folder.path)

/** A shop with a product. Returns a key that may place orders. */
async function fillShop(dir: DataDir): Promise<string> {
  const database = openDatabaseForCommand(dir, Date.now())
  await database.write((conn) => {
    const owner = { email, name: 'O', passwordHash: '' }
    setUp(conn, { organisation: 'Shop', owner }, Date.now())
  })
  await addProduct(database, { sku: 'RICE', stockQuantity: 999 })
  const input = { email, allUsers: false, name: 'web', service: 'storefront' } as const
  const random = crypto.getRandomValues(new Uint8Array(32))
  const { key } = await database.write((conn) =>
    createKey(conn, { ...input, scopes: ['orders:create'] }, Date.now(), random),
  )
  await database.close()
  return key
}

function syncsOf(root: string, file: string): number {
  const calls = readRecord(recordFile(root))
  return calls.filter(({ command, path }) => command === 'sync' && path === file).length
}

/** How often the log of the database was brought to the disk while `act` ran. */
async function syncsDuring(act: (url: string, key: string) => Promise<void>): Promise<number> {
  if ('reason' in built) throw new Error(built.reason)
  const dir = dataDir(join(folder.path, crypto.randomUUID()))
  mkdirSync(dir.root)
  makeDataDir(dir)
  const key = await fillShop(dir)
  const serve = [executable, 'serve', '--json', '--port', '0', '--data', dir.root]
  const server = Bun.spawn(withRecord(built.disk, dir.root, serve), {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { storefront }: { storefront: string } = JSON.parse(await firstLine(server.stdout))
  const syncs = () => syncsOf(dir.root, 'daybook.db-wal')
  const url = `${storefront}/api/public/v1/orders`
  await act(url, key)
  const before = syncs()
  await act(url, key)
  const during = syncs() - before
  server.kill()
  await server.exited
  return during
}

async function place(url: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(order) })
  if (answer.status !== 201) throw new Error(await answer.text())
}

test.skipIf('reason' in built)(
  'orders one after the other cost one sync each, and orders that come together share theirs',
  async () => {
    const apart = await syncsDuring(async (url, key) => {
      for (let n = 0; n < orders; n++) await place(url, key)
    })
    expect(apart).toBe(orders)
    const together = await syncsDuring(async (url, key) => {
      await Promise.all(Array.from({ length: orders }, () => place(url, key)))
    })
    expect(together).toBeLessThan(orders / 2)
  },
)

test.skipIf('reason' in built)(
  'a voucher costs the journal of a bridge two syncs: what it sends, and the answer',
  async () => {
    if ('reason' in built) throw new Error(built.reason)
    const syncs = async (vouchers: number) => {
      const root = join(folder.path, crypto.randomUUID())
      mkdirSync(root)
      const child = join(import.meta.dir, 'journal.child.ts')
      const note = withRecord(built.disk, root, [process.execPath, child, root, String(vouchers)])
      expect(await Bun.spawn(note, { stdio: ['ignore', 'ignore', 'inherit'] }).exited).toBe(0)
      return syncsOf(root, 'journal.db-wal')
    }
    expect((await syncs(30)) - (await syncs(10))).toBe(40)
  },
)
