import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fold, type Intent, type Line } from '../../src/bridge/journal/fold.ts'
import { holdBooks, type Journal, openJournal } from '../../src/bridge/journal/journal.ts'

const bill = { subject: 'scan:a', part: 0 }

let folder: string
let journal: Journal
let now = 1_000

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-bridge-'))
  journal = openJournal(folder, { now: () => now++ })
})

afterEach(() => {
  journal.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the journal', () => {
  test('gives the lines of a part in the order in which they were noted, also to who opens it next', () => {
    journal.note(bill, intent(7))
    journal.note({ subject: 'scan:b', part: 0 }, intent(8))
    journal.note(bill, { step: 'unknown', detail: { message: 'No answer.' } })
    journal.close()
    journal = openJournal(folder, { now: () => now++ })
    expect(journal.linesOf(bill).map(({ step }) => step)).toEqual(['intent', 'unknown'])
    expect(journal.linesOf(bill)[0]).toMatchObject({ detail: { mark: 7, text: '<ENVELOPE/>' } })
  })

  test('changes and deletes nothing, whoever asks', () => {
    journal.note(bill, intent(7))
    const other = new Database(join(folder, 'journal.db'))
    expect(() => other.run("UPDATE lines SET step = 'acked'")).toThrow('never changed')
    expect(() => other.run('DELETE FROM lines')).toThrow('never deleted')
    other.close()
  })

  test('finds parts by how they ended, the oldest end first', () => {
    journal.note(bill, intent(7))
    journal.note({ subject: 'scan:b', part: 2 }, intent(8))
    journal.note(bill, verified(9))
    journal.note({ subject: 'scan:c', part: 0 }, intent(9))
    expect(journal.endingIn(['intent'])).toMatchObject([
      { subject: 'scan:b', part: 2, step: 'intent' },
      { subject: 'scan:c', part: 0, step: 'intent' },
    ])
    expect(journal.endingIn(['verified', 'acked'])).toMatchObject([{ subject: 'scan:a', part: 0 }])
    expect(journal.endingIn(['parked'])).toEqual([])
  })

  test('knows the parts of a statement', () => {
    for (const part of [4, 0, 2]) journal.note({ subject: 'scan:a', part }, intent(1))
    expect(journal.partsOf('scan:a').map(({ part }) => part)).toEqual([0, 2, 4])
  })

  test('knows how far the books were, until a person says that they went back', () => {
    expect(journal.highestMark()).toBe(0)
    journal.note(bill, intent(7))
    journal.note(bill, verified(8))
    expect(journal.highestMark()).toBe(8)
    journal.acceptMark(3)
    expect(journal.highestMark()).toBe(3)
    journal.note(bill, intent(5))
    expect(journal.highestMark()).toBe(5)
  })

  test('of a newer Daybook is refused', () => {
    const other = new Database(join(folder, 'journal.db'))
    other.run('PRAGMA user_version = 99')
    other.close()
    expect(() => openJournal(folder, { now: () => 0 })).toThrow('newer Daybook')
  })
})

describe('the books of a folder', () => {
  test('are held by one bridge, and free when it ends', () => {
    const held = holdBooks(folder)
    expect(() => holdBooks(folder)).toThrow('is running already')
    held[Symbol.dispose]()
    holdBooks(folder)[Symbol.dispose]()
  })
})

describe('the lines of a part', () => {
  test('come to nothing when there are none', () => {
    expect(fold([])).toMatchObject({ step: 'none', wasSent: false, attempts: 0 })
  })

  test('say that it was sent, until the books refused it', () => {
    journal.note(bill, intent(7))
    expect(noted()).toMatchObject({ step: 'intent', wasSent: true, attempts: 1 })
    const refused = { code: 'ledger_missing', field: '', message: 'No such ledger.' } as const
    journal.note(bill, { step: 'rejected', detail: { ...refused, raw: '' } })
    expect(noted()).toMatchObject({ step: 'rejected', wasSent: false, trouble: refused })
  })

  test('forget the answer to what was sent before', () => {
    journal.note(bill, intent(7))
    journal.note(bill, { step: 'answered', detail: { outcome: 'exception', raw: '' } })
    journal.note(bill, { step: 'retry', detail: { by: 'Ravi' } })
    expect(noted()).toMatchObject({ isAsked: true, answered: 'exception' })
    journal.note(bill, intent(9))
    expect(noted()).toMatchObject({ step: 'intent', isAsked: false, attempts: 2 })
    expect(noted().answered).toBeUndefined()
  })

  test('keep that a person said it is another paper', () => {
    const trouble = { code: 'duplicate_in_book', field: '', message: 'It is there.' } as const
    journal.note(bill, {
      step: 'already_present',
      detail: { ...trouble, guid: 'g', voucherNo: '7' },
    })
    journal.note(bill, { step: 'retry', detail: { by: 'Ravi', isAnother: true } })
    journal.note(bill, intent(7))
    expect(noted()).toMatchObject({ isAnother: true, wasSent: true })
  })
})

function noted() {
  return fold(journal.linesOf(bill))
}

function intent(mark: number): Line {
  const detail: Intent = {
    key: 'k',
    sha256: 'aa',
    text: '<ENVELOPE/>',
    voucher: {
      kind: 'purchase',
      voucherType: 'Purchase',
      date: '2026-08-04',
      party: 'Shree Traders',
      reference: 'ST/118',
      narration: '',
      entries: [],
      items: [],
      tax: {},
    },
    company: { number: '1', guid: 'g', name: 'Anand & Sons', booksFrom: '2026-04-01' },
    mark,
    parts: 1,
  }
  return { step: 'intent', detail }
}

function verified(mark: number): Line {
  const detail = { guid: 'g-1', masterId: 1, alterId: mark, voucherNo: '7', mark }
  return { step: 'verified', detail }
}
