import { describe, expect, test } from 'bun:test'
import { rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifyBackup } from '../../../../src/platform/backup/unpack-backup.ts'
import { shownPath } from '../../../support/executable.ts'
import { listed, ownersShop } from '../browser.ts'

const { shop, owner } = await ownersShop()
await shop.addScan({ bytes: 'a bill' })

/** Those that somebody made. */
async function listMade() {
  return listed(await owner.get('/settings/backups')).filter(({ madeBy }) => madeBy === 'command')
}

type Work = { task: string; name: string | null; endedAt: string | null; problem: string | null }

/** What was done with a backup, once it has come to its end. */
async function ended(): Promise<Work> {
  for (;;) {
    const { work } = (await owner.get('/settings/backups')).json
    const shown: Work = JSON.parse(JSON.stringify(work))
    if (shown.endedAt !== null) return shown
  }
}

async function make(): Promise<string> {
  expect((await owner.post('/settings/backups')).status).toBe(200)
  const work = await ended()
  expect(work).toMatchObject({ task: 'make', problem: null })
  return work.name ?? ''
}

function downloadUrl(name: string): string {
  return `${shop.url}/console/api/settings/backups/${name}/download`
}

function download(name: string, headers: Record<string, string> = {}) {
  return fetch(downloadUrl(name), { headers: { cookie: owner.cookie(), ...headers } })
}

describe('a backup', () => {
  test('is made, listed, downloaded and deleted', async () => {
    const name = await make()
    const { json } = await owner.get('/settings/backups')
    expect(json['folder']).toBe(shownPath(shop.dir.backups))
    expect(await listMade()).toMatchObject([{ name, madeBy: 'command', problem: null }])

    const answer = await download(name)
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
    const copy = join(shop.dir.root, 'copy.tar')
    await Bun.write(copy, answer)
    expect((await verifyBackup(shop.dir, copy)).organisation).toBe('Test Stores')

    expect((await owner.post(`/settings/backups/${name}/delete`)).json).toEqual({ id: name })
    expect(await listMade()).toEqual([])
    expect((await owner.post(`/settings/backups/${name}/delete`)).status).toBe(404)
    expect((await download(name)).status).toBe(404)
  })

  test('is checked, and a changed byte is found', async () => {
    const name = await make()
    expect((await owner.post(`/settings/backups/${name}/verify`)).status).toBe(200)
    expect(await ended()).toMatchObject({ task: 'verify', name, problem: null })
    expect((await listMade())[0]).toMatchObject({ name, problem: null })

    const file = join(shop.dir.backups, name)
    const bytes = await Bun.file(file).bytes()
    const middle = Math.floor(bytes.length / 2)
    bytes[middle] = (bytes[middle] ?? 0) ^ 1
    await Bun.write(file, bytes)
    await owner.post(`/settings/backups/${name}/verify`)
    expect((await ended()).problem).toContain('not a whole Daybook backup')
    const [shown] = await listMade()
    expect(String(shown?.['problem'])).toContain('not a whole Daybook backup')
  })

  test('can be fetched from where a download broke off', async () => {
    const name = await make()
    const whole = await (await download(name)).bytes()
    const rest = await download(name, { range: 'bytes=1000-' })
    expect(rest.status).toBe(206)
    expect(await rest.bytes()).toEqual(whole.slice(1000))
  })

  test('says how long it is without being read', async () => {
    const name = 'daybook-2020-01-01T03-00-00Z-nightly.tar'
    const file = join(shop.dir.backups, name)
    // Far more than memory, and of holes alone.
    const bytes = 64 * 1024 ** 3
    writeFileSync(file, '')
    truncateSync(file, bytes)
    const answer = await fetch(downloadUrl(name), {
      method: 'HEAD',
      headers: { cookie: owner.cookie() },
    })
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(bytes)])
    rmSync(file)
  })

  test('is made one at a time', async () => {
    const [first, second] = await Promise.all([
      owner.post('/settings/backups'),
      owner.post('/settings/backups'),
    ])
    expect([first.status, second.status].toSorted()).toEqual([200, 409])
    expect(await ended()).toMatchObject({ problem: null })
  })

  test('is nothing else in the folder, and nothing outside of it', async () => {
    await Bun.write(join(shop.dir.backups, 'notes.txt'), 'x')
    for (const name of ['notes.txt', 'backup.lock', '..%2Fdaybook.db', '%2e%2e%2fdaybook.db']) {
      expect([name, (await download(name)).status]).toEqual([name, 404])
      expect((await owner.post(`/settings/backups/${name}/delete`)).status).toBe(404)
      expect((await owner.post(`/settings/backups/${name}/verify`)).status).toBe(404)
    }
    expect(await Bun.file(shop.dir.database).exists()).toBe(true)
  })

  test('is listed a page at a time, the newest first', async () => {
    const first = await owner.get('/settings/backups?size=1')
    const second = await owner.get('/settings/backups?size=1&page=2')
    const [newer, older] = [first, second].map((answer) => String(listed(answer)[0]?.['madeAt']))
    expect((newer ?? '') >= (older ?? '')).toBe(true)
    expect(first.json['total']).toBe(listed(await owner.get('/settings/backups')).length)
    expect((await owner.get('/settings/backups?page=x')).status).toBe(400)
  })
})
