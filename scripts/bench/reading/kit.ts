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

/** Readers are tuned with the one and reported with the other: other words, other layouts, other chances. */
export type Seeds = 'tuning' | 'report'

/** How one paper is written: the same program writes all its amounts and dates alike. */
export type Kit = ReturnType<typeof kitOf>

/** From here on the words of a list are kept for the report. */
const shareForTuning = 0.7

export function kitOf(layout: string, seeds: Seeds, number: number) {
  const random: Random = seededRandom(Bun.hash.crc32(`${layout} ${seeds} ${number}`))
  return {
    random,
    /** One of several spellings, `|` between them; the last ones only the report prints. */
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
