import { describe, expect, test } from 'bun:test'
import { honestBill } from '../../../support/bills.ts'
import { newMember, type Browser, ownersShop } from '../browser.ts'

const { shop, owner } = await ownersShop()

describe('correcting a document', () => {
  test('starts from what each label stands for, also where a rule makes it a key of the shop', async () => {
    const { member, browser } = await newMember(shop)
    const rule = { type: 'label', from: 'Vch No', to: 'BillRef', category: null }
    expect((await owner.post('/rules', rule)).status).toBe(200)
    const id = await member.addScan({
      metadata: { 'Vch No': '7', Mood: 'good' },
      lines: [{ Qty: 1 }],
    })
    expect((await browser.get(`/documents/${id}/read`)).json).toMatchObject({
      read: {
        head: [
          { label: 'Vch No', key: 'invoice_no', value: '7' },
          { label: 'Mood', key: 'Mood', value: 'good' },
        ],
        lines: [[{ label: 'Qty', key: 'qty', value: 1 }]],
      },
      typed: null,
      ownGstin: null,
    })
  })

  test('keeps what was read, and is what is delivered', async () => {
    const { member, browser } = await newMember(shop)
    const id = await member.addScan({ metadata: { 'Bill No': 'X-1', Total: '10' } })
    const raw = honestBill('X-2')
    expect((await correct(browser, id, raw)).status).toBe(200)
    const typed = Object.entries(raw.invoice_metadata).map(([label, value]) => ({ label, value }))
    expect((await browser.get(`/documents/${id}/read`)).json).toMatchObject({
      read: {
        head: [
          { label: 'Bill No', key: 'invoice_no', value: 'X-1' },
          { label: 'Total', key: 'total', value: '10' },
        ],
        lines: [],
      },
      typed: { head: typed },
    })
    expect((await browser.get(`/documents/${id}`)).json).toMatchObject({
      isCorrected: true,
      invoiceNo: 'X-2',
    })
    expect((await member.unsynced()).text).toContain('"invoice_no":"X-2"')
  })

  test('that changes nothing of what was read is a confirmation, until something is changed', async () => {
    const { member, browser } = await newMember(shop)
    const raw = honestBill('K-1')
    const id = await member.addScan({ metadata: raw.invoice_metadata, lines: raw.line_items })
    const stands = async () => {
      const { isCorrected, isConfirmed } = (await browser.get(`/documents/${id}`)).json
      return { isCorrected, isConfirmed }
    }
    expect(await stands()).toEqual({ isCorrected: false, isConfirmed: false })
    await correct(browser, id, { ...raw, invoice_metadata: { ...raw.invoice_metadata, Note: '' } })
    expect(await stands()).toEqual({ isCorrected: false, isConfirmed: true })
    await correct(browser, id, honestBill('K-2'))
    expect(await stands()).toEqual({ isCorrected: true, isConfirmed: false })
  })

  test('makes a failed one successful, which is not tried again while reading is switched off', async () => {
    const { member, browser } = await newMember(shop)
    const id = await member.addScan({ failureReason: 'Blurred.', bytes: `blurred ${member.id}` })
    const before = await browser.get(`/documents/${id}`)
    expect(before.json).toMatchObject({ state: 'failed', head: null, failureReason: 'Blurred.' })
    expect((await browser.post(`/documents/${id}/retry`)).status).toBe(409)
    const raw = honestBill('F-1')
    expect((await correct(browser, id, raw)).status).toBe(200)
    expect((await browser.get(`/documents/${id}`)).json['state']).toBe('waiting')
  })

  test('says how it stands: waiting, held back behind an older one, or to be checked', async () => {
    const { member, browser } = await newMember(shop)
    const older = await member.addScan({ metadata: { 'Bill No': 'D-1' }, daysAgo: 2 })
    const id = await member.addScan({ failureReason: 'Blurred.' })
    expect((await correct(browser, id, honestBill('D-2'))).json).toEqual({
      id,
      state: 'waiting',
      findings: [],
      original: null,
    })
    expect((await correct(browser, id, honestBill('D-1'))).json).toMatchObject({
      state: 'duplicate',
      original: { id: older, state: 'waiting' },
    })
    const wrong = honestBill('D-1', { head: { 'Bill Date': '33/11/26' } })
    expect((await correct(browser, id, wrong)).json).toMatchObject({
      state: 'check',
      findings: [{ key: 'invoice_date', code: 'unreadable' }],
      original: { id: older },
    })
  })

  test('that cannot be right is found by its state, and goes out when its findings are confirmed', async () => {
    const { member, browser } = await newMember(shop)
    const id = await member.addScan({ failureReason: 'Blurred.' })
    const wrong = honestBill('H-1', { head: { 'Bill Date': '33/11/26' } })
    const { json: held } = await correct(browser, id, wrong)
    expect((await browser.get(`/documents/${id}`)).json).toMatchObject({
      state: 'check',
      findings: held['findings'],
      confirmed: [],
    })
    expect((await browser.get('/documents?state=check')).json['total']).toBe(1)
    expect((await browser.get('/documents?state=check&search=H-1')).json['total']).toBe(1)
    expect((await browser.get('/documents?state=failed')).json['total']).toBe(0)
    expect((await browser.get('/today')).json['counts']).toEqual([{ kind: 'doubt', count: 1 }])
    expect((await member.unsynced()).json['count']).toBe(0)
    const confirmed = held['findings']
    expect((await correct(browser, id, wrong, { confirmed })).json['state']).toBe('waiting')
    expect((await browser.get(`/documents/${id}`)).json).toMatchObject({
      findings: [],
      confirmed: [{ key: 'invoice_date', by: 'Somebody' }],
    })
    expect((await member.unsynced()).json['count']).toBe(1)
  })

  test('takes findings alone as confirmed', async () => {
    const { member, browser } = await newMember(shop)
    const id = await member.addScan({ failureReason: 'Blurred.' })
    const answer = await correct(browser, id, honestBill('H-2'), { confirmed: ['yes'] })
    expect([answer.status, answer.field]).toEqual([400, 'confirmed.0.code'])
  })

  test.each([
    ['raw', {}],
    ['raw', { raw: [] }],
    ['raw', { raw: { invoice_metadata: {}, line_items: [] } }],
    ['raw.invoice_metadata', { raw: { invoice_metadata: 'text' } }],
    ['raw.line_items', { raw: { line_items: {} } }],
    ['raw.line_items[0]', { raw: { line_items: ['text'] } }],
  ])('refuses a wrong %s', async (field, body) => {
    const { member, browser } = await newMember(shop)
    const id = await member.addScan({ metadata: { 'Bill No': 'Y-1' } })
    const answer = await browser.post(`/documents/${id}/correct`, { startedFrom: 'x', ...body })
    expect([answer.status, answer.field]).toEqual([400, field])
    expect((await browser.get(`/documents/${id}`)).json['isCorrected']).toBe(false)
  })
})

describe('what another program read and cannot be right', () => {
  test('is delivered, and shown to be doubtful', async () => {
    const { member, browser } = await newMember(shop)
    const { invoice_metadata: metadata, line_items: lines } = honestBill('Q-1', {
      head: { 'Bill Date': '33/11/26' },
    })
    const id = await member.addScan({ metadata, lines })
    await member.addScan({ metadata: { 'Bill No': 'Q-2' } })
    expect((await member.unsynced()).json['count']).toBe(2)
    expect((await browser.get('/documents?doubtful=yes')).json).toMatchObject({
      total: 1,
      items: [{ id, state: 'waiting' }],
    })
    expect((await browser.get('/home/doubtful')).json).toEqual({ documents: 1 })
    expect((await browser.get(`/documents/${id}`)).json).toMatchObject({
      state: 'waiting',
      findings: [{ key: 'invoice_date', code: 'unreadable' }],
    })
    await member.mark({ ids: [id] })
    expect((await browser.get('/home/doubtful')).json).toEqual({ documents: 0 })
  })
})

describe('two people who correct a document', () => {
  test('do not overwrite each other without a word', async () => {
    const { member, browser } = await newMember(shop)
    const id = await member.addScan({ metadata: { 'Bill No': 'W-1' } })
    const started = (await browser.get(`/documents/${id}/read`)).json['version']
    await correct(owner, id, { invoice_metadata: { 'Bill No': 'W-2' } })
    const late = { raw: { invoice_metadata: { 'Bill No': 'W-3' } }, startedFrom: started }
    const answer = await browser.post(`/documents/${id}/correct`, late)
    expect([answer.status, answer.field]).toEqual([409, 'startedFrom'])
    expect((await browser.get(`/documents/${id}`)).json['invoiceNo']).toBe('W-2')
  })
})

describe('a document that was added by mistake', () => {
  test('is moved to another kind, and removed', async () => {
    const { member, browser } = await newMember(shop)
    const id = await member.addScan({ metadata: { 'Voucher No': 'M-1' }, bytes: member.id })
    expect((await browser.post(`/documents/${id}/move`, { category: 'letter' })).status).toBe(400)
    const moved = await browser.post(`/documents/${id}/move`, { category: 'purchase_order' })
    expect(moved.status).toBe(200)
    expect((await browser.get(`/documents/${id}`)).json).toMatchObject({
      category: 'purchase_order',
      may: { move: true, remove: true },
    })
    expect((await browser.post(`/documents/${id}/remove`)).status).toBe(200)
    const gone = await browser.get(`/documents/${id}`)
    expect(gone.status).toBe(404)
    expect(gone.text).toContain('It may have been deleted after its 30 days, or removed.')
    expect((await member.unsynced()).json['count']).toBe(0)
  })

  test('stays once it was delivered', async () => {
    const { member, browser } = await newMember(shop)
    const id = await member.addScan({ metadata: { 'Bill No': 'M-2' } })
    await member.mark({ ids: [id] })
    const shown = (await browser.get(`/documents/${id}`)).json
    expect(shown).toMatchObject({ may: { move: false, remove: false } })
    expect((await browser.post(`/documents/${id}/remove`)).status).toBe(409)
    expect((await owner.post(`/documents/${id}/move`, { category: 'bank_entry' })).status).toBe(409)
  })
})

/** A correction that starts from what there is. */
async function correct(browser: Browser, id: string, raw: unknown, more: object = {}) {
  const { json } = await browser.get(`/documents/${id}/read`)
  const body = { raw, startedFrom: json['version'], ...more }
  return await browser.post(`/documents/${id}/correct`, body)
}
