import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Habit } from '../../../../src/services/scan-export/reading/habits/habit.ts'
import { mergeHabits } from '../../../../src/services/scan-export/reading/habits-of.ts'
import type { Figure } from '../../figures.ts'
import type { Seeds } from '../kit.ts'
import { startPrinter } from '../printer.ts'
import { readPaper } from '../read-paper.ts'
import { addScores, noScore, type Score, scorePaper } from '../score.ts'
import { type TruthDocument, truthOf, type Value } from '../truth.ts'
import { billOf, type OddSeller, oddSellers } from './odd-sellers.tsx'

/** Bills of each seller; a person confirms all before the last. */
const billsOfEach = 10

/** How well the first and the tenth bill are read of sellers who say everything in their own way. */
export async function measureLearning(folder: string, seeds: Seeds): Promise<Figure[]> {
  mkdirSync(folder, { recursive: true })
  let [first, tenth, unlearnt] = [noScore, noScore, noScore]
  for (const seller of oddSellers) {
    const bills = await printBills(folder, seller, seeds)
    const [one, ...others] = bills
    const last = others.at(-1)
    if (one === undefined || last === undefined) throw new Error('A seller has several bills.')
    first = addScores(first, await scoreBill(one, []))
    unlearnt = addScores(unlearnt, await scoreBill(last, []))
    tenth = addScores(tenth, await scoreBill(last, await habitsAfter(bills.slice(0, -1))))
  }
  return [
    figureOf('first bill', first),
    figureOf('tenth bill, nothing confirmed before it', unlearnt),
    { ...figureOf('tenth bill, nine confirmed before it', tenth), target: { atLeast: 0.95 } },
  ]
}

type PrintedBill = { path: string; truth: TruthDocument }

async function printBills(folder: string, seller: OddSeller, seeds: Seeds): Promise<PrintedBill[]> {
  const printer = await startPrinter()
  const bills: PrintedBill[] = []
  try {
    for (let number = 1; number <= billsOfEach; number += 1) {
      const sheet = billOf(seller, seeds, number)
      const path = join(folder, `${seller.name}-${number}.pdf`)
      writeFileSync(path, await printer.print(sheet))
      const [truth] = await truthOf(sheet.body)
      if (truth !== undefined) bills.push({ path, truth })
    }
  } finally {
    await printer.close()
  }
  return bills
}

async function scoreBill({ path, truth }: PrintedBill, habits: readonly Habit[]): Promise<Score> {
  const { answers } = await readPaper({ path, habits })
  return scorePaper([truth], answers).score
}

/** What is known of a seller when its bills were confirmed, one after the other. */
async function habitsAfter(bills: readonly PrintedBill[]): Promise<Habit[]> {
  let habits: Habit[] = []
  for (const { path, truth } of bills) {
    const read = await readPaper({ path, habits, confirmed: textsOf(truth.head) })
    habits = mergeHabits(habits, read.habits)
  }
  return habits
}

/** As a person leaves them in the form. */
function textsOf(head: Readonly<Record<string, Value>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(head).map(([key, value]) => [
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
    detail: `${score.documents} sellers; fields of the head ${score.headsRight} of ${score.heads}; ${score.silent} of ${score.fields} wrong without a doubt`,
  }
}
