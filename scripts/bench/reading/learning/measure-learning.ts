import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RawDocument } from '../../../../src/paper/rules/normalise.ts'
import type { SellerHabits } from '../../../../src/reader/habits/habit.ts'
import { seededRandom } from '../../../demo/random.ts'
import type { Figure } from '../../figures.ts'
import { type Degradation, degrade } from '../degrade/degradations.ts'
import type { Seeds } from '../kit.ts'
import { startPrinter } from '../printer.ts'
import { readPaper } from '../read-paper.ts'
import { addScores, noScore, type Score, scorePaper } from '../score.ts'
import { type TruthDocument, truthOf, type Value } from '../truth.ts'
import { billOf, type OddSeller, oddSellers } from './odd-sellers.tsx'

/** The number of bills of each seller. A person confirms all bills before the last. */
const billsOfEach = 10

/** Measures how well the first and the tenth bill are read, printed and scanned, of sellers with unusual words. */
export async function measureLearning(folder: string, seeds: Seeds): Promise<Figure[]> {
  mkdirSync(folder, { recursive: true })
  const printed = await measureBills(folder, seeds, 'digital')
  const scanned = await measureBills(folder, seeds, 'scan-200')
  return [
    figureOf('first bill', printed.first),
    figureOf('tenth bill, nothing confirmed before it', printed.unlearnt),
    {
      ...figureOf('tenth bill, nine confirmed before it', printed.tenth),
      target: { atLeast: 0.95 },
    },
    figureOf('first bill, scanned', scanned.first),
    figureOf('tenth bill, scanned, nothing confirmed before it', scanned.unlearnt),
    figureOf('tenth bill, scanned, nine confirmed before it', scanned.tenth),
  ]
}

async function measureBills(folder: string, seeds: Seeds, how: Degradation) {
  let [first, tenth, unlearnt] = [noScore, noScore, noScore]
  for (const seller of oddSellers) {
    const bills = await printBills(folder, seller, seeds, how)
    const [one, ...others] = bills
    const last = others.at(-1)
    if (one === undefined || last === undefined) throw new Error('A seller has several bills.')
    first = addScores(first, await scoreBill(one))
    unlearnt = addScores(unlearnt, await scoreBill(last))
    tenth = addScores(tenth, await scoreBill(last, await habitsAfter(bills.slice(0, -1))))
  }
  return { first, unlearnt, tenth }
}

type PrintedBill = { path: string; truth: TruthDocument }

async function printBills(
  folder: string,
  seller: OddSeller,
  seeds: Seeds,
  how: Degradation,
): Promise<PrintedBill[]> {
  const printer = await startPrinter()
  const bills: PrintedBill[] = []
  try {
    for (let number = 1; number <= billsOfEach; number += 1) {
      const sheet = billOf(seller, seeds, number)
      const name = `${seller.name}-${number}-${how}`
      const random = seededRandom(Bun.hash.crc32(`${name} ${seeds}`))
      const file = await degrade(await printer.print(sheet), how, random)
      const [truth] = await truthOf(sheet.body)
      if (file === undefined || truth === undefined) continue
      const path = join(folder, `${name}.${file.extension}`)
      writeFileSync(path, file.bytes)
      bills.push({ path, truth })
    }
  } finally {
    await printer.close()
  }
  return bills
}

async function scoreBill({ path, truth }: PrintedBill, habits?: SellerHabits): Promise<Score> {
  const { answers } = await readPaper({ path, habits })
  return scorePaper([truth], answers).score
}

/** What Daybook knows about a seller after its bills were confirmed one after the other. */
async function habitsAfter(bills: readonly PrintedBill[]): Promise<SellerHabits | undefined> {
  let habits: SellerHabits | undefined
  for (const { path, truth } of bills) {
    const read = await readPaper({ path, habits, confirmed: savedOf(truth) })
    habits = read.habits ?? habits
  }
  return habits
}

/** The document as a person saves it in the form. */
function savedOf({ head, lines }: TruthDocument): RawDocument {
  return { invoice_metadata: textsOf(head), line_items: lines.map(textsOf) }
}

function textsOf(fields: Readonly<Record<string, Value>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      typeof value === 'object' ? (value[0] ?? '') : String(value),
    ]),
  )
}

function figureOf(which: string, score: Score): Figure {
  return {
    name: `reading, sellers with words of their own: ${which}, fields and cells`,
    value: (score.headsRight + score.cellsRight) / (score.heads + score.cells),
    unit: '',
    detail: `${score.documents} sellers; fields of the head ${score.headsRight} of ${score.heads}, cells ${score.cellsRight} of ${score.cells}; ${score.silent} of ${score.fields} wrong without a doubt`,
  }
}
