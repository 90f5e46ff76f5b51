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
    await desk.restart((books) => ({
      ...books,
      submit: async () => ({
        outcome: 'refused',
        code: 'refused',
        message: 'Row 1: the period is closed.',
        raw: '',
      }),
    }))
    const noted = await enter(desk, workOf(bill))
    expect(noted).toMatchObject({
      step: 'parked',
      trouble: {
        code: 'refused',
        message: 'It is there as a draft, and could not be submitted. Row 1: the period is closed.',
      },
    })
    expect(isDone(noted, workOf(bill))).toBe(false)
    const [doc] = desk.erpnext.docs('Purchase Invoice')
    desk.erpnext.person.submits('Purchase Invoice', String(doc?.['name']))
    await desk.restart()
    expect(isDone(await enter(desk, workOf(bill)), workOf(bill))).toBe(true)
  })

  test('a shop that asks for drafts gets drafts', async () => {
    const draft = { ...bill, isOptional: true }
    expect(isDone(await enter(desk, workOf(draft)), workOf(draft))).toBe(true)
    expect(statuses()).toEqual([0])
  })
})
