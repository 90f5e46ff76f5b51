import { type Random, seededRandom } from '../../demo/random.ts'
import {
  chooseCurrency,
  chooseDays,
  chooseMoney,
  chooseMonths,
  choosePercents,
  chooseQuantities,
  chooseWords,
} from './compose/texts.ts'

/** Readers are tuned with `tuning` papers and reported with `report` papers, which have other words, layouts and random numbers. */
export type Seeds = 'tuning' | 'report'

/** How one paper is written. A program writes all amounts and dates of a paper in the same way. */
export type Kit = ReturnType<typeof kitOf>

/** The first share of each list of spellings is for tuning. The rest is only for the report. */
const shareForTuning = 0.7

export function kitOf(layout: string, seeds: Seeds, number: number) {
  const random: Random = seededRandom(Bun.hash.crc32(`${layout} ${seeds} ${number}`))
  return {
    random,
    /** One of several spellings with bars between them. Only the report prints the last ones. */
    say(spellings: string): string {
      const all = spellings.split('|').map((spelling) => spelling.trim())
      const known =
        seeds === 'tuning' ? Math.max(1, Math.ceil(all.length * shareForTuning)) : all.length
      return random.pick(all.slice(0, known))
    },
    day: chooseDays(random),
    month: chooseMonths(random),
    money: chooseMoney(random),
    currency: chooseCurrency(random),
    quantity: chooseQuantities(random),
    percent: choosePercents(random),
    words: chooseWords(random),
  }
}
