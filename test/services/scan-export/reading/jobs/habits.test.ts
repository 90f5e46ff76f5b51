import { describe, expect, test } from 'bun:test'
import type { ReadProcess } from '../../../../../src/reader/pages/read-process.ts'
import { forgetLearnt } from '../../../../../src/services/scan-export/proposals/learn.ts'
import { answerOf } from '../../../../../src/reader/answer-file.ts'
import { history } from '../../../../../src/accounts/tables.ts'
import { addName } from '../../../../../src/names/add-name.ts'
import {
  forgetSeller,
  forgetThing,
  listHabits,
  listKnownSellers,
} from '../../../../../src/services/scan-export/reading/habits/habits.ts'
import { learntAliasesOf } from '../../../../../src/services/scan-export/reading/habits/aliases.ts'
import { readingPhrases } from '../../../../../src/services/scan-export/reading/habits/tables.ts'
import {
  correctScan,
  removeScan,
} from '../../../../../src/services/scan-export/scans/change-scan.ts'
import { type ScanService, scanService } from '../../../../support/scan-service.ts'
import { drawnPage } from '../../../../reader/drawn-page.ts'
import { addFile, readAll } from './given-answers.ts'

const oddBill = (number: string) => `
SHREE TRADERS
GSTIN:27ARZPV1134P1ZQ
Patti kramank : ${number}          Date : 05/11/2026
Item        HSN     Qty   Rate    Amount
Besan       1106    2     84.50   169.00
Total                             169.00
For SHREE TRADERS`

/** Reads as Daybook does, what is drawn. */
function reading(drawing: string): ReadProcess {
  return {
    read: (_, context) =>
      Promise.resolve({
        text: JSON.stringify(
          answerOf({ pages: [drawnPage(drawing)], attachments: [] }, JSON.parse(context)),
        ),
      }),
  }
}

async function readBill(service: ScanService, number: string): Promise<string> {
  const id = await addFile(service)
  await readAll(service, reading(oddBill(number)))
  return id
}

/** What was read of the head, as it is stored. */
function headOf(service: ScanService, id: string) {
  return JSON.parse(service.scan(id).raw ?? '{}').invoice_metadata
}

async function typeNumber(service: ScanService, id: string, number: string): Promise<void> {
  const { invoice_metadata, line_items } = JSON.parse(service.scan(id).raw ?? '{}')
  const typed = { invoice_metadata: { ...invoice_metadata, 'Bill No': number }, line_items }
  await correctScan(service.deps, id, typed, 'owner')
}

/** Of all sellers. */
function fieldsIn(service: ScanService) {
  return listHabits(service.database.read).flatMap(({ fields }) => fields)
}

describe('where a seller prints a field', () => {
  test('is learnt when a person types what was missed, and read on its next bill', async () => {
    await using service = scanService()
    const first = await readBill(service, '118')
    expect(Object.values(headOf(service, first))).not.toContain('118')
    await typeNumber(service, first, '118')
    expect(listHabits(service.database.read)).toMatchObject([
      {
        seller: '27ARZPV1134P1ZQ',
        fields: [{ key: 'invoice_no', label: 'patti kramank', printed: 'Patti kramank' }],
      },
    ])
    const second = await readBill(service, '119')
    expect(headOf(service, second)).toMatchObject({ invoice_no: '119' })
  })

  test('is not learnt where a person changes nothing', async () => {
    await using service = scanService()
    const id = await readBill(service, '118')
    const raw = JSON.parse(service.scan(id).raw ?? '{}')
    await correctScan(service.deps, id, raw, 'owner')
    expect(fieldsIn(service)).toEqual([])
  })

  test('is not learnt of what does not stand on the paper', async () => {
    await using service = scanService()
    const id = await readBill(service, '118')
    await typeNumber(service, id, '9999')
    expect(fieldsIn(service)).toEqual([])
  })

  test('is forgotten with all that was learnt of bills', async () => {
    await using service = scanService()
    await typeNumber(service, await readBill(service, '118'), '118')
    await forgetLearnt(service.deps, 'owner')
    expect(listHabits(service.database.read)).toEqual([])
    const next = await readBill(service, '119')
    expect(Object.values(headOf(service, next))).not.toContain('119')
  })
})

describe('what a seller calls a product otherwise than the shop', () => {
  const called = { name: 'Gram Flour 500 g', aliases: [] }

  test('becomes its alias when a person puts the name of the list in its place', async () => {
    await using service = scanService()
    await addProduct(service, called)
    await typeItem(service, await readBill(service, '118'), 'gram flour 500 G')
    expect(canonical(service, 'BESAN')).toBe('Gram Flour 500 g')
    expect(aliasesIn(service)).toMatchObject([{ alias: 'Besan', times: 1 }])
    const entered = service.database.read.select().from(history).all()
    expect(entered.map(({ action }) => action)).toContain('alias learnt')
  })

  test('is borne out by the next bill that a person saves', async () => {
    await using service = scanService()
    await addProduct(service, called)
    await typeItem(service, await readBill(service, '118'), called.name)
    await typeItem(service, await readBill(service, '119'), 'Besan')
    expect(aliasesIn(service)).toMatchObject([{ alias: 'Besan', times: 2 }])
  })

  test('is dropped when a person calls it something else', async () => {
    await using service = scanService()
    await addProduct(service, called)
    await addProduct(service, { name: 'Semolina', aliases: [] })
    await typeItem(service, await readBill(service, '118'), called.name)
    await typeItem(service, await readBill(service, '119'), 'Semolina')
    expect(canonical(service, 'Besan')).toBeUndefined()
    expect(aliasesIn(service)).toEqual([])
  })

  test('is dropped when what is printed is put back on the bill that taught it', async () => {
    await using service = scanService()
    await addProduct(service, called)
    const id = await readBill(service, '118')
    await typeItem(service, id, called.name)
    await typeItem(service, id, 'Besan')
    expect(canonical(service, 'Besan')).toBeUndefined()
    expect(aliasesIn(service)).toEqual([])
  })

  test('is not learnt where the list does not have the name, nor over an alias that it has', async () => {
    await using service = scanService()
    await typeItem(service, await readBill(service, '118'), called.name)
    expect(canonical(service, 'Besan')).toBeUndefined()
    await addProduct(service, called)
    await addProduct(service, { name: 'Chickpea Flour', aliases: ['Besan'] })
    await typeItem(service, await readBill(service, '119'), called.name)
    expect(canonical(service, 'Besan')).toBe('Chickpea Flour')
    expect(aliasesIn(service)).toEqual([])
  })

  test('is forgotten with its alias, alone or with all of the seller', async () => {
    await using service = scanService()
    await addProduct(service, called)
    await typeItem(service, await readBill(service, '118'), called.name)
    const [seller] = listKnownSellers(service.database.read)
    const [alias] = aliasesIn(service)
    if (seller === undefined || alias === undefined) throw new Error('Nothing was learnt.')
    const thing = { kind: 'alias' as const, key: alias.aliasId }
    await forgetThing(service.deps, seller.id, thing, 'owner')
    expect(canonical(service, 'Besan')).toBeUndefined()
    await typeItem(service, await readBill(service, '119'), called.name)
    await forgetSeller(service.deps, seller.id, 'owner')
    expect(canonical(service, 'Besan')).toBeUndefined()
    expect(listKnownSellers(service.database.read)).toEqual([])
  })
})

async function addProduct(service: ScanService, input: { name: string; aliases: string[] }) {
  await service.database.write((conn) => addName(conn, 'product', input, 0))
}

function canonical({ deps, database }: ScanService, name: string): string | undefined {
  return deps.names(database.read).products.canonical(name)
}

function aliasesIn({ database: { read } }: ScanService) {
  return listKnownSellers(read).flatMap(({ id }) => learntAliasesOf(read, id))
}

/** Gives the only line of a bill another name. */
async function typeItem(service: ScanService, id: string, name: string): Promise<void> {
  const { invoice_metadata, line_items } = JSON.parse(service.scan(id).raw ?? '{}')
  const [line] = line_items
  const typed = { invoice_metadata, line_items: [{ ...line, Item: name }] }
  await correctScan(service.deps, id, typed, 'owner')
}

test('what a document says goes with it', async () => {
  await using service = scanService()
  const id = await readBill(service, '118')
  const count = () => service.database.read.select().from(readingPhrases).all().length
  expect(count()).toBe(1)
  await removeScan(service.deps, id, 'owner')
  expect(count()).toBe(0)
})
