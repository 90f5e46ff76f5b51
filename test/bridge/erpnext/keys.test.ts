import { afterEach, describe, expect, test } from 'bun:test'
import { enter } from '../../../src/bridge/enter.ts'
import { workOf } from '../../support/bridge-desk.ts'
import {
  type DeskOptions,
  type ErpnextDesk,
  erpnextBill as bill,
  openErpnextDesk,
} from '../../support/erpnext-desk.ts'

let desk: ErpnextDesk

async function open(options: DeskOptions): Promise<void> {
  desk = await openErpnextDesk(options)
}

afterEach(() => desk.close())

function kept() {
  return desk.erpnext.docs('Purchase Invoice')
}

describe('a site that gives names of its own', () => {
  test('has the bill once all the same, known by what stands behind its remarks, and gets no other', async () => {
    await open({ takesNames: false })
    await enter(desk, workOf(bill))
    await desk.restart()
    expect(await enter(desk, workOf(bill))).toMatchObject({
      step: 'verified',
      attempts: 1,
      verified: { voucherNo: 'ACC-PINV-2026-00001' },
    })
    await desk.restart()
    expect(kept()).toHaveLength(1)
  })

  test('says so before a second bill is sent', async () => {
    await open({ takesNames: false })
    await enter(desk, workOf(bill))
    const other = workOf(
      { ...bill, reference: 'OSW/119' },
      { part: { subject: 'scan:b', part: 0 } },
    )
    expect(await enter(desk, other)).toMatchObject({
      step: 'parked',
      wasSent: false,
      trouble: { code: 'other', message: expect.stringContaining('--id-field daybook_id') },
    })
    expect(kept()).toHaveLength(1)
  })
})

describe('a site with the unique field daybook_id', () => {
  const site = { takesNames: false, hasDaybookField: true, choice: { idField: 'daybook_id' } }

  test('has the key there, under a name of its own', async () => {
    await open(site)
    expect(await enter(desk, workOf(bill))).toMatchObject({
      step: 'verified',
      verified: { voucherNo: 'ACC-PINV-2026-00001' },
    })
    expect(kept()).toMatchObject([{ daybook_id: expect.stringMatching(/^DB-[A-Z2-7]{26}$/) }])
  })

  test('refuses a second one with 417, and the first is taken for it', async () => {
    await open(site)
    const text = await desk.books.render(bill, workOf(bill).key)
    await desk.books.write(text)
    expect(await desk.books.write(text)).toMatchObject({
      outcome: 'accepted',
      raw: expect.stringContaining('UniqueValidationError'),
    })
    expect(await enter(desk, workOf(bill))).toMatchObject({ step: 'verified', attempts: 0 })
    expect(kept()).toHaveLength(1)
  })

  test.each(['cutBeforeCommit', 'cutAfterCommit', 'badGatewayAfterCommit'] as const)(
    'has the bill once when the answer is lost (%s)',
    async (fault) => {
      await open(site)
      desk.erpnext.next(fault)
      await enter(desk, workOf(bill))
      await desk.restart()
      expect(await enter(desk, workOf(bill))).toMatchObject({ step: 'verified' })
      expect(kept()).toHaveLength(1)
    },
  )

  test('has an amended one known by the one that it was made from', async () => {
    await open(site)
    await enter(desk, workOf(bill))
    const [name] = kept().map((doc) => String(doc['name']))
    const { person } = desk.erpnext
    person.submits('Purchase Invoice', name ?? '')
    person.cancels('Purchase Invoice', name ?? '')
    person.amends('Purchase Invoice', name ?? '', { docstatus: 0 })
    await desk.loseJournal()
    expect(await enter(desk, workOf(bill))).toMatchObject({
      step: 'verified',
      verified: { voucherNo: 'ACC-PINV-2026-00001-1' },
    })
  })
})

test('a row of a statement is one transaction, by the id that ERPNext has for that', async () => {
  await open({})
  const row = {
    kind: 'payment',
    voucherType: 'Payment',
    date: '2026-08-04',
    party: '–',
    reference: '',
    narration: 'NEFT Om Sai',
    entries: [
      { ledger: '–', paise: 25_050, isParty: true },
      {
        ledger: 'HDFC Bank - KGS',
        paise: -25_050,
        bank: {
          type: 'e-Fund Transfer',
          number: 'N118',
          favouring: '–',
          date: '2026-08-04',
          bankersDate: '2026-08-04',
        },
      },
    ],
    items: [],
    tax: {},
  } as const
  const voucher = { ...row, entries: [...row.entries], items: [] }
  await enter(desk, workOf(voucher))
  await desk.loseJournal()
  await enter(desk, workOf(voucher))
  expect(desk.erpnext.docs('Bank Transaction')).toMatchObject([
    {
      bank_account: 'Current - HDFC Bank',
      withdrawal: 250.5,
      reference_number: 'N118',
      transaction_id: expect.stringMatching(/^DB-[A-Z2-7]{26}$/),
    },
  ])
  // The row of another statement that overlaps is asked for.
  const other = workOf(voucher, { part: { subject: 'scan:b', part: 0 } })
  expect(await enter(desk, other)).toMatchObject({ step: 'already_present' })
})
