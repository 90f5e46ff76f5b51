import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { enter, isDone } from '../../../src/bridge/enter.ts'
import { Killed, workOf } from '../../support/bridge-desk.ts'
import {
  type ErpnextDesk,
  erpnextBill as bill,
  openErpnextDesk,
} from '../../support/erpnext-desk.ts'

let desk: ErpnextDesk

beforeEach(async () => {
  desk = await openErpnextDesk({ choice: { submits: true } })
})

afterEach(() => desk.close())

function statuses() {
  return desk.erpnext.docs('Purchase Invoice').map((doc) => doc['docstatus'])
}

function draftName(): string {
  const [doc] = desk.erpnext.docs('Purchase Invoice')
  return String(doc?.['name'])
}

/** How often it was asked to. */
async function refuseToSubmit(): Promise<{ count: number }> {
  const asked = { count: 0 }
  const message = 'Row 1: the period is closed.'
  await desk.restart((books) => ({
    ...books,
    async submit() {
      asked.count += 1
      return await Promise.resolve({ outcome: 'refused', code: 'refused', message, raw: '' })
    },
  }))
  return asked
}

describe('where drafts are submitted', () => {
  test('a bill is, once it was read back', async () => {
    const noted = await enter(desk, workOf(bill))
    expect(isDone(noted, workOf(bill))).toBe(true)
    expect(statuses()).toEqual([1])
    const steps = desk.journal.linesOf(workOf(bill).part).map(({ step }) => step)
    expect(steps).toEqual(['intent', 'answered', 'verified', 'submitting', 'verified'])
  })

  test.each(['before', 'after'])('a bridge that is killed %s it goes on there', async (when) => {
    await desk.restart((books) => ({
      ...books,
      async submit(entered) {
        if (when === 'after') await books.submit?.(entered)
        throw new Killed('killed')
      },
    }))
    expect(enter(desk, workOf(bill))).rejects.toThrow(Killed)
    await desk.restart()
    expect(isDone(await enter(desk, workOf(bill)), workOf(bill))).toBe(true)
    expect(statuses()).toEqual([1])
  })

  test('an answer that is lost is looked up', async () => {
    await desk.restart((books) => ({
      ...books,
      async submit(entered) {
        await books.submit?.(entered)
        return { outcome: 'unknown', message: 'cut', raw: '' }
      },
    }))
    expect(isDone(await enter(desk, workOf(bill)), workOf(bill))).toBe(true)
  })

  test('one that ERPNext refuses to submit waits, and counts when a person submitted it', async () => {
    await refuseToSubmit()
    const noted = await enter(desk, workOf(bill))
    expect(noted).toMatchObject({
      step: 'parked',
      trouble: {
        code: 'refused',
        message: 'It is there as a draft, and could not be submitted. Row 1: the period is closed.',
      },
    })
    expect(isDone(noted, workOf(bill))).toBe(false)
    desk.erpnext.person.submits('Purchase Invoice', draftName())
    await desk.restart()
    expect(isDone(await enter(desk, workOf(bill)), workOf(bill))).toBe(true)
  })

  test('one that ERPNext refuses to submit is asked for less and less often, or when a person says so', async () => {
    const asked = await refuseToSubmit()
    const start = desk.clock.now()
    const minutes = [0, 0.5, 1, 2, 3, 6, 7, 14, 15]
    const counts: number[] = []
    for (const later of minutes) {
      desk.clock.now = () => start + later * 60_000
      await enter(desk, workOf(bill))
      counts.push(asked.count)
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5])
    const steps = desk.journal.linesOf(workOf(bill).part).map(({ step }) => step)
    expect(steps.filter((step) => step === 'verified')).toHaveLength(1)
    desk.journal.note(workOf(bill).part, { step: 'retry', detail: { by: 'Asha' } })
    await enter(desk, workOf(bill))
    expect(asked.count).toBe(6)
  })

  test('one that a person changed meanwhile waits, and says what, until a person submits it', async () => {
    await refuseToSubmit()
    await enter(desk, workOf(bill))
    const name = draftName()
    desk.erpnext.person.edits('Purchase Invoice', name, { posting_date: '2026-07-01' })
    await desk.restart()
    for (const _ of [1, 2]) {
      expect(await enter(desk, workOf(bill))).toMatchObject({
        step: 'parked',
        trouble: {
          code: 'changed_since',
          message: expect.stringContaining('It is dated 2026-07-01 there instead of 2026-08-04.'),
        },
      })
      expect(statuses()).toEqual([0])
      await desk.restart()
    }
    desk.erpnext.person.submits('Purchase Invoice', name)
    expect(isDone(await enter(desk, workOf(bill)), workOf(bill))).toBe(true)
  })

  test('one of a shop whose vouchers carry the day of their entry is submitted on a later day', async () => {
    await refuseToSubmit()
    await enter(desk, workOf(bill, { isDatedToday: true }))
    await desk.restart()
    const later = workOf({ ...bill, date: '2026-08-05' }, { isDatedToday: true })
    expect(isDone(await enter(desk, later), later)).toBe(true)
    expect(statuses()).toEqual([1])
  })

  test('a shop that asks for drafts gets drafts', async () => {
    const draft = { ...bill, isOptional: true }
    expect(isDone(await enter(desk, workOf(draft)), workOf(draft))).toBe(true)
    expect(statuses()).toEqual([0])
  })
})
