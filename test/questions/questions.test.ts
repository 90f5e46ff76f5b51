import { describe, expect, test } from 'bun:test'
import { honestBill } from '../support/bills.ts'
import { scanService, type ScanService } from '../support/scan-service.ts'
import { silentLog } from '../../src/platform/log.ts'
import { noPasswords } from '../support/passwords.ts'
import { codeOf, noon } from '../support/temporary-database.ts'
import type { JsonObject } from '../../src/platform/json/json.ts'
import { doubts } from '../../src/questions/doubts.ts'
import { duplicates } from '../../src/questions/duplicates.ts'
import type {
  Asker,
  OpenQuestion,
  QuestionDeps,
  QuestionOwner,
} from '../../src/questions/question.ts'
import { QuestionStream } from '../../src/questions/stream.ts'
import { unread } from '../../src/questions/unread.ts'
import { correctScan } from '../../src/services/scan-export/scans/change-scan.ts'

const owner: Asker = { userId: 'owner', role: 'owner', isClerk: false, isCounter: false }
const ravi: Asker = { userId: 'ravi', role: 'member', isClerk: true, isCounter: false }
const meena: Asker = { userId: 'meena', role: 'member', isClerk: true, isCounter: false }
const counter: Asker = { userId: 'dev', role: 'member', isClerk: false, isCounter: true }

function depsOf({ database, clock, deps }: ScanService): QuestionDeps {
  return {
    database,
    clock,
    scanExport: deps,
    storefront: { database, clock, store: deps.store },
    passwords: noPasswords,
    log: silentLog,
  }
}

async function asked(service: ScanService, of: QuestionOwner, asker = owner) {
  return await of.find(depsOf(service), asker, { first: null, limit: 20 })
}

const say = (open: readonly OpenQuestion[], choice: string, text = '') =>
  open[0]?.answer({ choice, text })

const bill = (number: string, head: JsonObject = {}) => honestBill(number, { now: noon, head })

/** A bill whose date and GSTIN cannot be right. */
async function heldBill(service: ScanService, number = 'A-1'): Promise<string> {
  const id = await service.addScan({ pending: true })
  const wrong = bill(number, { 'Bill Date': '33/11/26', GSTIN: '27AAAAA0000A1Z9' })
  await correctScan(service.deps, id, wrong, 'ravi')
  return id
}

describe('doubts on a bill', () => {
  test('are one question for each value, with what is wrong and who the bill is of', async () => {
    await using service = scanService()
    const id = await heldBill(service)
    const { open, total } = await asked(service, doubts)
    expect(total).toBe(open.length)
    const date = open.find(({ question }) => question.asks.values['key'] === 'invoice_date')
    expect(date?.question).toMatchObject({
      kind: 'doubt',
      subject: { id },
      asks: { code: 'contradiction', values: { text: '33/11/26', field: 'Bill date' } },
      because: ['Bill date: “33/11/26” is no date.'],
      evidence: { type: 'paper', paper: { id }, spot: null },
      proposals: [{ id: 'as is', name: '33/11/26' }],
      answers: ['typed', 'remove'],
    })
  })

  test('are a clerk’s own, and all for an owner', async () => {
    await using service = scanService()
    await heldBill(service)
    expect((await asked(service, doubts, ravi)).total).toBeGreaterThan(0)
    expect((await asked(service, doubts, meena)).total).toBe(0)
    expect(doubts.isFor(counter)).toBe(false)
  })

  test('end with the last answer: the bill waits for delivery, and undo holds it again', async () => {
    await using service = scanService()
    const id = await heldBill(service)
    const undone: (() => Promise<void>)[] = []
    for (;;) {
      const { open } = await asked(service, doubts)
      if (open.length === 0) break
      const isDate = open[0]?.question.asks.values['key'] === 'invoice_date'
      const undo = await (isDate ? say(open, 'typed', '23/11/26') : say(open, 'as is'))
      if (undo !== null && undo !== undefined) undone.push(undo)
    }
    expect(service.listed()).toEqual([id])
    expect(service.queued().get(id)?.invoice_metadata['invoice_date']).toBe('2026-11-23')
    for (const undo of undone.toReversed()) await undo()
    expect(service.scan(id)).toMatchObject({ held: true, confirmed: null })
    expect(service.listed()).toEqual([])
  })

  test('a typed value is the paper’s, and nobody takes back what somebody typed since', async () => {
    await using service = scanService()
    const id = await heldBill(service)
    const { open } = await asked(service, doubts)
    const undo = await say(open, 'yes')
    await correctScan(service.deps, id, bill('A-7'), 'ravi')
    expect(undo).toBeFunction()
    expect(await codeOf(undo?.() ?? Promise.resolve())).toBe('conflict')
    expect(await codeOf(say(open, 'yes') ?? Promise.resolve())).toBe('conflict')
  })

  test('on figures of a line that multiply are one question, with what they come to', async () => {
    await using service = scanService()
    const id = await service.addScan({ pending: true })
    const { invoice_metadata, line_items } = bill('A-3')
    const lines = line_items.map((line, at) => (at === 0 ? { ...line, Amount: '8,100' } : line))
    await correctScan(service.deps, id, { invoice_metadata, line_items: lines }, 'ravi')
    const { open } = await asked(service, doubts)
    const product = open.filter(({ question }) => question.asks.code === 'product')
    expect(product[0]?.question).toMatchObject({
      asks: { values: { quantity: '2 Bag', rate: '400.00', amount: '₹800.00', line: '1' } },
      proposals: [
        { id: 'computed', name: '₹800.00' },
        { id: 'as is', name: '₹8,100.00' },
      ],
    })
    await say(product, 'computed')
    expect((await asked(service, doubts)).total).toBe(0)
    expect(service.listed()).toEqual([id])
  })

  test('on an amount with letters are confirmed by choice alone: two cells were read as one', async () => {
    await using service = scanService()
    const id = await service.addScan({ pending: true })
    const wrong = bill('A-4', { Total: '1,050.00Pkt', CGST: '26.00' })
    await correctScan(service.deps, id, wrong, 'ravi')
    const { open } = await asked(service, doubts)
    const total = open.find(({ question }) => question.asks.values['key'] === 'total')
    expect(total?.question.proposals).toEqual([{ id: 'as is', name: '1,050.00Pkt', note: '' }])
  })

  test('remove a bill that is not ours', async () => {
    await using service = scanService()
    await heldBill(service)
    expect(await say((await asked(service, doubts)).open, 'remove')).toBeNull()
    expect((await asked(service, doubts)).total).toBe(0)
  })
})

describe('unread papers', () => {
  test('are those that failed or that nobody read, with what helps', async () => {
    await using service = scanService()
    const blank = await service.addScan({ failureReason: 'It is blank.', content: 'x' })
    await service.addScan({ pending: true })
    await heldBill(service)
    const { open, total } = await asked(service, unread)
    expect(total).toBe(2)
    expect(open[0]?.question).toMatchObject({
      subject: { id: blank },
      asks: { code: 'unread' },
      because: ['It is blank.'],
      proposals: [{ id: 'type' }, { id: 'read' }],
    })
    expect(open[1]?.question.asks.code).toBe('untyped')
  })
})

describe('duplicates', () => {
  test('ask about the younger bill; the answer settles it, and undo asks again', async () => {
    await using service = scanService()
    const metadata = { 'Bill No': 'P-1', Supplier: 'Acme' }
    const kept = await service.addScan({ metadata, createdAt: noon - 2 })
    const other = await service.addScan({ metadata, createdAt: noon - 1 })
    const { open, total } = await asked(service, duplicates)
    expect(total).toBe(1)
    expect(open[0]?.question).toMatchObject({
      subject: { id: other },
      asks: { code: 'same number' },
      evidence: { type: 'pair', pair: { kept: { id: kept }, other: { id: other } } },
      proposals: [{ id: 'same' }, { id: 'instead' }],
      answers: ['different', 'remove'],
    })
    const undo = await say(open, 'same')
    expect((await asked(service, duplicates)).total).toBe(0)
    await undo?.()
    expect((await asked(service, duplicates)).total).toBe(1)
    await say((await asked(service, duplicates)).open, 'different')
    expect(service.listed().length).toBe(2)
  })
})

describe('the stream', () => {
  test('puts the kinds in one order, counts them, and shows somebody’s questions to nobody else', async () => {
    await using service = scanService()
    const stream = new QuestionStream(depsOf(service))
    const held = await heldBill(service)
    await service.addScan({ failureReason: 'It is blank.' })
    const mine = await stream.next(owner, null)
    expect(mine.counts.map(({ kind }) => kind)).toEqual(['doubt', 'unread'])
    expect(mine.cards.map(({ kind }) => kind).at(-1)).toBe('unread')
    expect(mine.left).toBe(mine.cards.length)
    const theirs = await stream.next(ravi, null)
    expect(theirs).toMatchObject({ cards: [], left: 0 })
    expect(theirs.withOthers).toBeGreaterThan(0)
    service.clock.at(noon + 10 * 60_000)
    expect((await stream.next(ravi, null)).cards[0]?.subject.id).toBe(held)
  })

  test('the first answer wins, and the later one is told', async () => {
    await using service = scanService()
    const stream = new QuestionStream(depsOf(service))
    await service.addScan({ failureReason: 'It is blank.', content: 'x' })
    const [card] = (await stream.next(owner, null)).cards
    const id = card?.id ?? ''
    expect(await stream.answer(owner, id, { choice: 'read', text: '' })).toEqual({ mayUndo: false })
    const later = stream.answer(ravi, id, { choice: 'read', text: '' })
    expect(later).rejects.toThrow('Somebody else answered this first.')
    expect(await codeOf(later)).toBe('conflict')
  })

  test('puts a question off, takes an answer back, and takes up what was put off', async () => {
    await using service = scanService()
    const stream = new QuestionStream(depsOf(service))
    await heldBill(service)
    const before = await stream.next(owner, null)
    const [first, second] = before.cards
    await stream.answer(owner, first?.id ?? '', { choice: 'later', text: '' })
    const after = await stream.next(owner, null)
    expect(after).toMatchObject({ later: 1, left: before.left - 1 })
    expect(after.cards[0]?.id).toBe(second?.id ?? '')
    await stream.undo(owner, null)
    expect((await stream.next(owner, null)).cards[0]?.id).toBe(first?.id ?? '')
    await stream.answer(owner, first?.id ?? '', { choice: 'later', text: '' })
    stream.takeUp(owner)
    expect((await stream.next(owner, null)).later).toBe(0)
    await stream.answer(owner, first?.id ?? '', { choice: 'as is', text: '' })
    expect((await stream.next(owner, null)).done[0]).toMatchObject({
      choice: 'as is',
      mayUndo: true,
    })
    expect(await stream.undo(owner, null)).toEqual({ id: first?.id ?? '' })
    expect(await codeOf(stream.undo(ravi, null))).toBe('not_found')
  })

  test('refuses an answer that the question does not have, and questions of others', async () => {
    await using service = scanService()
    const stream = new QuestionStream(depsOf(service))
    await service.addScan({ failureReason: 'It is blank.' })
    const [card] = (await stream.next(owner, null)).cards
    const id = card?.id ?? ''
    const perhaps = stream.answer(owner, id, { choice: 'perhaps', text: '' })
    expect(await codeOf(perhaps)).toBe('invalid_request')
    for (const other of [meena, counter]) {
      expect(await codeOf(stream.answer(other, id, { choice: 'remove', text: '' }))).toBe(
        'not_found',
      )
    }
  })

  test('begins with the questions about a document', async () => {
    await using service = scanService()
    const stream = new QuestionStream(depsOf(service))
    await heldBill(service)
    const id = await service.addScan({ failureReason: 'It is blank.' })
    expect((await stream.next(owner, id)).cards[0]?.subject.id).toBe(id)
  })
})
