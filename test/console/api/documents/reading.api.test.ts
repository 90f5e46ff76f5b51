import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { openShop } from '../../../support/shop.ts'
import { isJsonObject } from '../../../../src/platform/json/json.ts'
import { problems } from '../../../../src/reader/pages/problems.ts'
import { readingJobs } from '../../../../src/services/scan-export/tables.ts'
import { jpeg, png } from '../../../support/pictures.ts'
import { listed, newMember, signedIn, type Browser, uploadOne } from '../browser.ts'
import { untilEnd } from '../../../support/until-end.ts'

const shop = untilEnd(await openShop())

const addPhoto = (browser: Browser, name: string, bytes: Uint8Array) =>
  uploadOne(shop, browser, { name, content: bytes.slice() })

describe('a password', () => {
  test.each([{}, { password: '' }, { password: 'x'.repeat(128) }, { password: 7 }])(
    'is not %p',
    async (body) => {
      const { member, browser } = await newMember(shop)
      const id = await member.addScan({ failureReason: problems.password, bytes: member.id })
      expect((await browser.post(`/documents/${id}/password`, body)).status).toBe(400)
    },
  )

  test('is asked for where a PDF needs one, and only there', async () => {
    const { member, browser } = await newMember(shop)
    const locked = await member.addScan({ failureReason: problems.password, bytes: member.id })
    const dark = await member.addScan({ failureReason: 'Too dark.', bytes: `dark ${member.id}` })
    expect((await browser.get(`/documents/${locked}`)).json['needsPassword']).toBe(true)
    expect((await browser.get(`/documents/${dark}`)).json['needsPassword']).toBe(false)
    // Reading is switched off here.
    const sent = await browser.post(`/documents/${locked}/password`, { password: 'x' })
    expect(sent.status).toBe(409)
  })
})

describe('photos of one paper', () => {
  test('become one document, a PDF with a page each, in place of the first', async () => {
    const { member, browser } = await newMember(shop)
    const first = await addPhoto(browser, 'bill.jpg', jpeg(40, 60, 1))
    const second = await addPhoto(browser, 'back.jpg', jpeg(60, 40, 2))
    const { json, status } = await browser.post('/documents/join', { ids: [first, second] })
    expect(status).toBe(200)
    const joined = await browser.get(`/documents/${String(json['id'])}`)
    expect(joined.json).toMatchObject({
      filename: 'bill (2 photos).pdf',
      state: 'pending',
      file: { contentType: 'application/pdf' },
    })
    const pages = await browser.get(`/documents/${String(json['id'])}/pages`)
    expect(pages.json['total']).toBe(2)
    expect((await browser.get(`/documents/${first}`)).status).toBe(404)
    expect((await browser.get(`/documents/${second}`)).status).toBe(404)
    expect((await browser.post('/documents/join', { ids: [first, second] })).status).toBe(404)
    expect(member.id).not.toBe('')
  })

  test('are not joined with what is no JPEG, was typed in, is delivered or is another user’s', async () => {
    const { member, browser } = await newMember(shop)
    const photo = await addPhoto(browser, 'bill.jpg', jpeg(40, 60, 3))
    const drawn = await addPhoto(browser, 'drawn.png', png(40, 60, 4))
    const typed = await addPhoto(browser, 'typed.jpg', jpeg(40, 60, 5))
    const { json } = await browser.get(`/documents/${typed}/read`)
    const raw = { invoice_metadata: { Total: '1' }, line_items: [] }
    await browser.post(`/documents/${typed}/correct`, { raw, startedFrom: json['version'] })
    const without = await member.addScan({ metadata: { 'Bill No': 'J-1' } })
    for (const other of [drawn, typed, without]) {
      const refused = await browser.post('/documents/join', { ids: [photo, other] })
      expect([refused.status, other]).toEqual([409, other])
    }
    const stranger = await newMember(shop)
    const theirs = await addPhoto(stranger.browser, 'theirs.jpg', jpeg(40, 60, 6))
    const joining = { ids: [photo, theirs] }
    expect((await browser.post('/documents/join', joining)).status).toBe(404)
    const owner = await signedIn(shop, shop.users.owner)
    expect((await owner.post('/documents/join', joining)).status).toBe(409)
    expect((await browser.get(`/documents/${photo}`)).status).toBe(200)
  })

  test('are not joined when they are larger together than what is read', async () => {
    const { browser } = await newMember(shop)
    const photos = [
      await addPhoto(browser, 'one.jpg', jpeg(40, 60, 7)),
      await addPhoto(browser, 'two.jpg', jpeg(40, 60, 8)),
    ]
    await shop.database.write((conn) =>
      conn.run(
        sql`UPDATE documents SET bytes = 50000000 WHERE id IN (SELECT document_id FROM scans
          WHERE id IN (SELECT value FROM json_each(${JSON.stringify(photos)})))`,
      ),
    )
    const refused = await browser.post('/documents/join', { ids: photos })
    expect(refused.status).toBe(409)
    expect(JSON.stringify(refused.json)).toContain('larger than 90 MiB together')
  })

  test.each([[['x']], [['x', 'x']], [Array.from({ length: 21 }, (_, at) => `${at}`)], ['x']])(
    'are not %p',
    async (ids) => {
      const { browser } = await newMember(shop)
      expect((await browser.post('/documents/join', { ids })).status).toBe(400)
    },
  )
})

test('what is being read is listed apart from what is to be typed in', async () => {
  const { member, browser } = await newMember(shop)
  const waits = await addPhoto(browser, 'waits.jpg', jpeg(40, 60, 7))
  const typed = await addPhoto(browser, 'typed.jpg', jpeg(40, 60, 8))
  await shop.database.write((conn) => {
    conn.insert(readingJobs).values({ scanId: waits, queuedAt: Date.now() }).run()
  })
  const idsOf = async (state: string) =>
    listed(await browser.get(`/documents?state=${state}`)).map(({ id }) => id)
  // It is read at once, and is no picture of anything: either is true for a moment.
  expect([...(await idsOf('reading')), ...(await idsOf('failed'))]).toContain(waits)
  expect(await idsOf('pending')).toEqual([typed])
  await shop.database.write((conn) => {
    conn.delete(readingJobs).run()
  })
  expect(member.id).not.toBe('')
})

/** What is read by unless an owner says otherwise. */
const usual = { care: 'usual', languages: ['hi', 'gu'] }

describe('reading', () => {
  test('is switched by an owner, and tells how much waits', async () => {
    const { browser } = await newMember(shop)
    const owner = await signedIn(shop, shop.users.owner)
    expect((await browser.get('/documents/reading')).json).toEqual({
      waiting: 0,
      own: 0,
      secondsLeft: null,
      queue: [],
      underWay: [],
      putOff: [],
    })
    const on = await owner.post('/settings/reading', { isOn: true, atOnce: 2 })
    expect(on.json['reading']).toEqual({ isOn: true, atOnce: 2, ...usual })
    const surer = await owner.post('/settings/reading', { isOn: true, atOnce: 1, care: 'careful' })
    expect(surer.json['reading']).toEqual({
      ...usual,
      isOn: true,
      atOnce: 1,
      care: 'careful',
    })
    const hindi = { isOn: true, atOnce: 1, languages: ['hi'] }
    expect((await owner.post('/settings/reading', hindi)).json['reading']).toEqual({
      ...usual,
      ...hindi,
    })
    const off = await owner.post('/settings/reading', { isOn: false, atOnce: 1 })
    expect(off.json['reading']).toEqual({ isOn: false, atOnce: 1, ...usual })
  })

  test.each([
    { isOn: 'yes', atOnce: 1 },
    { isOn: true, atOnce: 5 },
    { isOn: true },
    { isOn: true, atOnce: 1, care: 'very' },
    { isOn: true, atOnce: 1, languages: ['en'] },
    { isOn: true, atOnce: 1, languages: ['hi', 'hi'] },
    { isOn: true, atOnce: 1, languages: 'hi' },
  ])('is not set to %p', async (body) => {
    const owner = await signedIn(shop, shop.users.owner)
    expect((await owner.post('/settings/reading', body)).status).toBe(400)
  })

  test('tells a clerk of the own documents alone, and of their places among all', async () => {
    const [first, second] = [await newMember(shop), await newMember(shop)]
    // Without a file nobody reads them meanwhile.
    const queued = [first, second, second].map(({ member }) =>
      member.addScan({ failureReason: 'x' }),
    )
    const ids = await Promise.all(queued)
    await shop.database.write((conn) => {
      ids.forEach((scanId, at) => {
        conn.insert(readingJobs).values({ scanId, queuedAt: at }).run()
      })
    })
    expect((await second.browser.get('/documents/reading')).json).toMatchObject({
      waiting: 3,
      own: 2,
      queue: [
        { id: ids[1], place: 2 },
        { id: ids[2], place: 3 },
      ],
    })
    const owner = await signedIn(shop, shop.users.owner)
    expect((await owner.get('/documents/reading')).json).toMatchObject({ own: 3 })
    await shop.database.write((conn) => {
      conn.delete(readingJobs).run()
    })
  })

  test('is offered where there is a file and nobody else has read it, while it is switched on', async () => {
    const { member, browser } = await newMember(shop)
    const owner = await signedIn(shop, shop.users.owner)
    const withFile = await member.addScan({ failureReason: 'x', bytes: `file ${member.id}` })
    const ofProgram = await member.addScan({ metadata: { 'Bill No': 'M-1' }, bytes: member.id })
    const without = await member.addScan({ failureReason: 'x' })
    const mayRead = async (id: string) => {
      const { may } = (await browser.get(`/documents/${id}`)).json
      return isJsonObject(may) && may['read']
    }
    expect(await mayRead(withFile)).toBe(false)
    await owner.post('/settings/reading', { isOn: true, atOnce: 1 })
    const offered = [await mayRead(withFile), await mayRead(ofProgram), await mayRead(without)]
    await owner.post('/settings/reading', { isOn: false, atOnce: 1 })
    expect(offered).toEqual([true, false, false])
  })

  test('cost a credit where a program did it, and none where a person typed', async () => {
    const { member, browser } = await newMember(shop)
    const ofProgram = await member.addScan({ metadata: { 'Bill No': 'U-1' } })
    const typed = await member.addScan({ failureReason: 'x' })
    const { json } = await browser.get(`/documents/${typed}/read`)
    const raw = { invoice_metadata: { Total: '1' }, line_items: [] }
    await browser.post(`/documents/${typed}/correct`, { raw, startedFrom: json['version'] })
    expect((await browser.get(`/documents/${ofProgram}`)).json['usedCredit']).toBe(true)
    expect((await browser.get(`/documents/${typed}`)).json['usedCredit']).toBe(false)
  })

  test('explains nothing of what no reader read, and there is nothing to split', async () => {
    const { member, browser } = await newMember(shop)
    const id = await member.addScan({ metadata: { 'Bill No': 'R-1' } })
    expect((await browser.get(`/documents/${id}/read`)).json).toMatchObject({
      isExplained: false,
      pages: [],
      others: [],
    })
    expect((await browser.post(`/documents/${id}/split`)).status).toBe(409)
  })
})
