import { describe, expect, test } from 'bun:test'
import { api } from '../../support/member.ts'
import { listed, newMember, ownersShop } from './browser.ts'

let key: string

const time = expect.stringMatching(/^\d{4}-.*Z$/)

const { shop, owner } = await ownersShop()

describe('a test key', () => {
  test('is made by its form, works on a copy, and the list says what it is', async () => {
    const input = { name: 'New ERP', service: 'scan-export', allUsers: true, test: true }
    const made = await owner.post('/keys', input)
    key = String(made.json['key'])
    expect([key.slice(0, 4), made.json['isTest']]).toEqual(['dbt_', true])
    const found = listed(await owner.get('/keys')).find(({ name }) => name === 'New ERP')
    expect(found).toMatchObject({ isTest: true, prefix: key.slice(0, 12) })
    const answer = await shop.call('GET', `${api}/whoami`, { key })
    expect(answer.json).toMatchObject({ test: true })
  })

  test('is replaced by one, and one of the book by one of the book', async () => {
    const all = listed(await owner.get('/keys'))
    for (const [name, prefix] of [
      ['New ERP', /^dbt_/],
      ['test', /^dbk_/],
    ] as const) {
      const id = String(all.find((one) => one['name'] === name)?.['id'])
      const made = await owner.post(`/keys/${id}/rotate`, { oldEndsAfterHours: 1 })
      expect(made.json['key']).toMatch(prefix)
    }
  })

  test('of a member is for its own documents, as its other keys are', async () => {
    const { browser } = await newMember(shop)
    const made = await browser.post('/keys', { name: 'Mine', service: 'scan-export', test: true })
    expect(made.json).toMatchObject({ isTest: true, allUsers: false })
  })

  test('is never called late: nothing waits for it', async () => {
    const integrations = listed(await owner.get('/integrations'))
    const shown = integrations.find(({ name }) => name === 'New ERP')
    expect(shown).toMatchObject({ isTest: true, waiting: null })
  })
})

describe('the copy that test keys work on', () => {
  test('is told by its age, its last use and its size, and by nothing that is in it', async () => {
    await shop.call('GET', `${api}/scans/unsynced`, { key })
    const shown = await owner.get('/test-copy')
    expect(shown.json).toEqual({
      copy: { madeAt: time, usedAt: time, bytes: expect.any(Number) },
    })
  })

  test('is made anew and thrown away by an owner', async () => {
    const id = await shop.addScan({ metadata: { invoice_no: 'LATER' } })
    expect((await shop.call('GET', `${api}/scans/unsynced`, { key })).text).not.toContain(id)
    expect((await owner.post('/test-copy/reset')).json).toEqual({
      copy: expect.objectContaining({ madeAt: time }),
    })
    expect((await shop.call('GET', `${api}/scans/unsynced`, { key })).text).toContain(id)
    expect((await owner.post('/test-copy/remove')).json).toEqual({ copy: null })
    expect((await owner.get('/test-copy')).json).toEqual({ copy: null })
    expect((await shop.call('GET', `${api}/scans/unsynced`, { key })).status).toBe(200)
  })
})
