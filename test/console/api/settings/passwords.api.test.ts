import { describe, expect, test } from 'bun:test'
import { printSheets } from '../../../../src/cli/demo/papers/write-papers.ts'
import { sheetsOf } from '../../../../src/cli/demo/papers/sheet.ts'
import { newId } from '../../../../src/platform/ids.ts'
import { problems } from '../../../../src/reader/pages/problems.ts'
import { secretsIn } from '../../../../src/platform/secrets.ts'
import { writeSetting } from '../../../../src/platform/settings.ts'
import { filePasswords } from '../../../../src/services/scan-export/service.ts'
import { readingSetting } from '../../../../src/services/scan-export/scans/reading-rows.ts'
import { honestBill } from '../../../support/bills.ts'
import { encrypted } from '../../../support/encrypted.ts'
import { openShop } from '../../../support/shop.ts'
import { browserAt, listed, newMember, signedIn, type Browser, uploadOne } from '../browser.ts'
import { untilEnd } from '../../../support/until-end.ts'

/* Passwords of locked files over HTTP. */

const shop = untilEnd(await openShop())

async function upload(browser: Browser, number: string, password: string): Promise<string> {
  const pdf = printSheets(sheetsOf(honestBill(number), 'vendor_invoice'))
  const bytes = await encrypted(pdf, password)
  return await uploadOne(shop, browser, { name: `${number}.pdf`, content: bytes.slice() })
}

/** As a reading keeps it: see file-passwords.test.ts. */
async function keep(userId: string, password: string): Promise<void> {
  const passwords = filePasswords({ ...shop.deps, secrets: secretsIn(shop.dir.secretKey) })
  const file = { userId, hash: password }
  passwords.give(file, password, shop.users.owner)
  await passwords.opened(file, password, 'STATE BANK OF INDIA')
}

describe('kept passwords', () => {
  test('are listed with whose files they open, never what they are, and are forgotten once', async () => {
    const owner = await signedIn(shop, shop.users.owner)
    const { member } = await newMember(shop)
    await keep(member.id, 'KULK0104')
    const shown = await owner.get('/settings/passwords')
    const [kept] = listed(shown)
    expect(kept).toMatchObject({
      sender: 'Somebody',
      bank: 'STATE BANK OF INDIA',
      isUsable: true,
    })
    expect(shown.text).not.toContain('KULK0104')
    const path = `/settings/passwords/${String(kept?.['id'])}/delete`
    expect(listed(await owner.post(path))).toEqual([])
    expect((await owner.post(path)).status).toBe(404)
  })

  test('show the pages of the next locked file of the same user, and of nobody else', async () => {
    const { member, browser } = await newMember(shop)
    const id = await upload(browser, 'K-2', 'birthday')
    expect((await browser.get(`/documents/${id}/pages`)).json['problem']).toBe('password')
    await keep(member.id, 'birthday')
    expect((await browser.get(`/documents/${id}/pages`)).json).toMatchObject({ total: 1 })
    const stranger = await newMember(shop)
    const theirs = await upload(stranger.browser, 'K-2', 'birthday')
    const locked = await stranger.browser.get(`/documents/${theirs}/pages`)
    expect(locked.json['problem']).toBe('password')
  })

  test('are what owners decide', async () => {
    const { member, browser } = await newMember(shop)
    const owner = await signedIn(shop, shop.users.owner)
    const id = await member.addScan({ failureReason: problems.password, bytes: member.id })
    const path = `/documents/${id}/password`
    const asked = { password: 'secret', keep: true }
    expect((await browserAt(shop.url).post(path, asked)).status).toBe(401)
    expect((await browser.post(path, asked)).status).toBe(403)
    expect((await owner.post(path, { password: 'secret', keep: 'yes' })).status).toBe(400)
    expect((await owner.post(`/documents/${newId(0)}/password`, asked)).status).toBe(404)
    await withReading(async () => {
      const taken = await owner.post(path, asked)
      expect([taken.status, taken.json]).toEqual([200, { id }])
      // As long as it waits to be read; the built file has read it at once.
      expect([200, 409]).toContain((await owner.post(path, asked)).status)
    })
  })

  test('go with who sent the files, and Activity says so', async () => {
    const owner = await signedIn(shop, shop.users.owner)
    const { member } = await newMember(shop)
    await keep(member.id, 'of who leaves')
    const before = listed(await owner.get('/settings/passwords')).length
    expect((await owner.post(`/users/${member.id}/deactivate`)).status).toBe(200)
    expect(listed(await owner.get('/settings/passwords'))).toHaveLength(before - 1)
    const [forgotten] = listed(await owner.get('/activity?kind=settings'))
    expect(forgotten).toMatchObject({
      action: 'password forgotten',
      by: { id: shop.users.owner },
      details: { for: expect.stringContaining('@'), bank: 'STATE BANK OF INDIA' },
    })
  })
})

async function withReading(work: () => Promise<void>): Promise<void> {
  await switchReading(true)
  await work()
  await switchReading(false)
}

async function switchReading(isOn: boolean): Promise<void> {
  await shop.database.write((conn) => writeSetting(conn, readingSetting, { isOn, atOnce: 1 }))
}

describe('the pages of a locked file', () => {
  test('are shown by a password that opens them, and nothing is read or kept', async () => {
    const { browser } = await newMember(shop)
    const id = await upload(browser, 'K-5', 'secret')
    const wrong = await browser.post(`/documents/${id}/pages`, { password: 'guessed' })
    expect([wrong.status, wrong.field]).toEqual([400, 'password'])
    expect((await browser.post(`/documents/${id}/pages`, { password: '' })).status).toBe(400)
    for (const _ of ['first', 'repeated']) {
      const opened = await browser.post(`/documents/${id}/pages`, { password: 'secret' })
      expect(opened.json).toMatchObject({ total: 1, problem: null })
    }
    expect((await browser.get(`/documents/${id}/pages`)).json['problem']).toBe(null)
    expect((await browser.get(`/documents/${id}`)).json['state']).toBe('pending')
    const stranger = await newMember(shop)
    const theirs = await stranger.browser.post(`/documents/${id}/pages`, { password: 'secret' })
    expect(theirs.status).toBe(404)
  })
})
