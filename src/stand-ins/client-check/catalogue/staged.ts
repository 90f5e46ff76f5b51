import type { Scenario, About, Call, Play, PlayDeps, Request, Result } from '../scenario.ts'
import { answerOf, type CatalogueKind, kindOf, note } from './api.ts'
import { isAllWritten, openShelf, type Shelf, missing } from './shelf.ts'
import { readRupees } from '../../../platform/money.ts'

type CataloguePlay = Play<CatalogueKind> & {
  /** Whether there is more to be seen, although all has arrived. */
  isUnfinished?(): boolean
  /** Told of a further round. */
  nextRound?(): void
}

export type CatalogueScenario = About & { begin(shelf: Shelf, deps: PlayDeps): CataloguePlay }

/** What sends articles. */
export const sending: readonly CatalogueKind[] = ['bulk', 'stock']

/** Puts a scenario on a shelf of its own, each time that it begins. */
export function staged({ begin, ...about }: CatalogueScenario): Scenario {
  return {
    ...about,
    begin(deps) {
      const shelf = openShelf(deps.daybook)
      const play = begin(shelf, deps)
      let isOver = false
      return {
        async fault(request) {
          const call = callOf(request)
          if (sending.includes(call.kind)) note(shelf, request)
          return isOver ? undefined : await play.fault?.(call)
        },
        async answer(request) {
          const answer = await answerOf(shelf, request)
          if (!isOver) await play.after?.(callOf(request))
          return answer
        },
        isSettled: () => shelf.calls > 0 && play.isUnfinished?.() !== true && isAllWritten(shelf),
        resumesAt: () => play.resumesAt?.() ?? 0,
        nextRound: () => play.nextRound?.(),
        end: () => void (isOver = true),
        given: () => [],
        judge: (books) => judge(about, play, shelf, books),
      }
    },
  }
}

function callOf(request: Request): Call<CatalogueKind> {
  return { kind: kindOf(request), at: request.now, body: request.body }
}

/** SKUs that are named where many are concerned. */
const namedMax = 5

/** How often something may be sent that was refused each time, before it is for ever. */
const triesMax = 5

const nothingSent = 'Your client sent nothing.'
const unseen =
  'Whether all that your client has arrived could not be seen: name what it has with --booked.'

/** Grades one scenario by what came. */
function judge(
  about: About,
  play: Play<CatalogueKind>,
  shelf: Shelf,
  books: string | undefined,
): Result {
  if (!play.isShown()) {
    const reason = shelf.calls === 0 ? nothingSent : (play.notShown ?? nothingSent)
    return { ...about, grade: 'not_shown', problems: [reason], notes: [] }
  }
  const problems = [
    ...named(missing(shelf), 'was sent, and did not arrive as it was sent last.'),
    ...shelf.faults,
    ...(play.problems?.() ?? []),
    ...[...shelf.excused].flatMap((sku) => triedTooOften(shelf, sku)),
    ...(books === undefined ? [] : differing(shelf, books)),
  ]
  return {
    ...about,
    grade: problems.length === 0 ? 'passed' : 'failed',
    problems,
    notes: [...(books === undefined ? [unseen] : []), ...shelf.warnings],
  }
}

function triedTooOften({ sent }: Shelf, sku: string): string[] {
  const { calls = 0 } = sent.get(sku) ?? {}
  return calls > triesMax ? [`${sku} was sent ${calls} times, and refused each time.`] : []
}

function named(skus: readonly string[], what: string): string[] {
  const more = skus.length - namedMax
  const sentences = skus.slice(0, namedMax).map((sku) => `${sku} ${what}`)
  return more > 0 ? [...sentences, `${more} others too.`] : sentences
}

/** What a line says that stands behind the SKU, and what it is called in a sentence. */
const columns = [
  ['stock_quantity', 'stock'],
  ['mrp', 'MRP'],
  ['sale_price', 'selling price'],
] as const

/** What arrived otherwise than the books have it: a line `SKU⇥stock⇥MRP⇥selling price` for each article. */
function differing(shelf: Shelf, books: string): string[] {
  const lines = books.split(/\r?\n/).map((line) => line.split('\t').map((cell) => cell.trim()))
  const listed = lines.filter(([sku = '']) => sku !== '' && !shelf.excused.has(sku))
  const absent = listed.filter(([sku = '']) => !shelf.arrived.has(sku))
  return [
    ...named(
      absent.map(([sku = '']) => sku),
      'is in your books, and did not arrive.',
    ),
    ...listed.flatMap(([sku = '', ...cells]) =>
      columns.flatMap(([name, word], at) => {
        const arrived = shelf.arrived.get(sku)?.get(name)
        const own = valueOf(name, cells[at] ?? '')
        if (typeof arrived !== 'number' || own === undefined) return []
        if (own === valueOf(name, String(arrived))) return []
        return [
          `${sku} has the ${word} ${cells[at]} in your books, and arrived with ${name === 'stock_quantity' ? arrived : arrived.toFixed(2)}.`,
        ]
      }),
    ),
  ]
}

/** Units, or paise. */
function valueOf(name: string, cell: string): number | undefined {
  if (cell === '' || !Number.isFinite(Number(cell))) return undefined
  return name === 'stock_quantity' ? Math.floor(Number(cell)) : readRupees(Number(cell))?.paise
}
