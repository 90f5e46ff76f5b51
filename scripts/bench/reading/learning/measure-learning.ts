import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from '../../figures.ts'
import type { Seeds } from '../kit.ts'
import { type Printer, startPrinter } from '../printer.ts'
import { readPaper } from '../read-paper.ts'
import { addScores, noScore, type Score, scorePaper } from '../score.ts'
import { truthOf } from '../truth.ts'
import { billOf, oddSellers } from './odd-sellers.tsx'

/** Bills of each seller; the last is read as if a person had confirmed all before it. */
const billsOfEach = 10

/** How well the first and the last bill are read of sellers who say everything in their own way. */
export async function measureLearning(folder: string, seeds: Seeds): Promise<Figure[]> {
  mkdirSync(folder, { recursive: true })
  const printer = await startPrinter()
  try {
    return [
      figureOf('first', await scoreBills(printer, folder, seeds, 1)),
      figureOf('tenth', await scoreBills(printer, folder, seeds, billsOfEach)),
    ]
  } finally {
    await printer.close()
  }
}

/** The bills of that number, one of each seller. */
async function scoreBills(
  printer: Printer,
  folder: string,
  seeds: Seeds,
  number: number,
): Promise<Score> {
  let all = noScore
  for (const seller of oddSellers) {
    const sheet = billOf(seller, seeds, number)
    const path = join(folder, `${seller.name}-${number}.pdf`)
    writeFileSync(path, await printer.print(sheet))
    const { answers } = await readPaper(path)
    all = addScores(all, scorePaper(await truthOf(sheet.body), answers).score)
  }
  return all
}

function figureOf(which: string, score: Score): Figure {
  return {
    name: `reading, ${which} bill of a seller with words of its own: fields and cells`,
    value: (score.headsRight + score.cellsRight) / (score.heads + score.cells),
    unit: '',
    detail: `${score.documents} sellers, ${score.silent} of ${score.fields} fields wrong without a doubt`,
  }
}
