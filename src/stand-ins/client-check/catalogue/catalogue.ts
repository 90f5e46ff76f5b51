import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json/json.ts'
import { answerSlowly, refusals, refuseForAWhile } from '../patience.ts'
import {
  type About,
  type Call,
  type Fault,
  type Play,
  type PlayDeps,
  type Profile,
  type Request,
  type Result,
  rowsIn,
  type Scenario,
} from '../scenario.ts'
import { readRupees } from '../../../platform/money.ts'
import { answerOf, type CatalogueKind, kindOf, note, tooMany } from './api.ts'
import { type Article, articlesOf, isAllWritten, missing, openShelf, type Shelf } from './shelf.ts'

type CataloguePlay = Play<CatalogueKind> & {
  /** Whether the scenario goes on although all articles have arrived. */
  isUnfinished?(): boolean
  /** Runs before each further round. */
  nextRound?(): void
}

type CatalogueScenario = About & { begin(shelf: Shelf, deps: PlayDeps): CataloguePlay }

/** The calls that send articles. */
const sending: readonly CatalogueKind[] = ['bulk', 'stock']

const plain: CatalogueScenario = {
  name: 'plain',
  title: 'Articles are sent, and arrive',
  why: 'Numbers are JSON numbers, money in rupees with at most two decimals, stock a whole number.',
  begin: (shelf) => ({ isShown: () => shelf.calls > 0 }),
}

const rowRefused: CatalogueScenario = {
  name: 'row_refused',
  title: 'One article is refused, in an answer with 200',
  why: 'The others of the call are written. Look at `summary` and `results`, tell a person what is wrong with it, and send it again when it has changed: not for ever.',
  begin(shelf) {
    shelf.refuse = (sku) => {
      if (shelf.excused.size === 0) shelf.excused.add(sku)
      return shelf.excused.has(sku) ? 'gst_pct is not the one of its HSN code.' : undefined
    }
    return { isShown: () => shelf.excused.size > 0 }
  },
}

const unknownSku: CatalogueScenario = {
  name: 'unknown_sku',
  title: 'Stock is sent for an article that Daybook does not know',
  why: 'Its row is `not_found`. Send the article with `products/bulk`, or tell a person; not its stock again and again.',
  begin(shelf) {
    let unknown: string | undefined
    shelf.finds = (sku) => {
      if (unknown === undefined) {
        unknown = sku
        shelf.excused.add(sku)
      }
      return sku !== unknown
    }
    return {
      after() {
        if (unknown !== undefined && shelf.arrived.has(unknown)) shelf.excused.delete(unknown)
      },
      isShown: () => unknown !== undefined,
      notShown: 'Your client sends no stock, or only that of articles that it sent before.',
    }
  },
}

const tooLarge: CatalogueScenario = {
  name: 'too_large',
  title: 'A call is refused with 413',
  why: 'Daybook takes 10,000 articles and 32 MiB, a proxy in front of it may take less. Send them in smaller parts.',
  begin() {
    let max: number | undefined
    let isRefused = false
    return {
      fault({ kind, body }): Fault | undefined {
        if (!sending.includes(kind) || !isJsonObject(body)) return undefined
        const list = kind === 'bulk' ? 'products' : 'updates'
        const rows = body[list]
        if (!Array.isArray(rows) || rows.length < 2) return undefined
        max ??= Math.floor(rows.length / 2)
        if (rows.length <= max) return undefined
        isRefused = true
        return { kind: 'refuse', status: 413, message: tooMany(list, rows.length, max) }
      },
      isShown: () => isRefused,
      notShown: 'Your client sends one article in a call: no part is smaller.',
    }
  },
}

const imageRefused: CatalogueScenario = {
  name: 'image_refused',
  title: 'An image is refused, and its article is written',
  why: 'A bad image is one of the `warnings` of its row. Tell a person; sending it again changes nothing.',
  begin(shelf) {
    let refused: string | undefined
    shelf.refuseImages = (sku) => {
      refused ??= sku
      return sku === refused
    }
    return {
      isShown: () => refused !== undefined,
      notShown: 'Your client sends no images.',
      problems() {
        const { calls = 0 } = shelf.sent.get(refused ?? '') ?? {}
        return calls > imageTriesMax
          ? [`${refused} was sent ${calls} times with an image that was refused each time.`]
          : []
      },
    }
  },
}

/** How often a client may send a refused image again. */
const imageTriesMax = 5

/** Scenarios about single articles. */
const rowScenarios: readonly CatalogueScenario[] = [
  plain,
  rowRefused,
  unknownSku,
  tooLarge,
  imageRefused,
]

/** Units that the shop sold meanwhile. */
const soldUnits = 2

/** How many articles to try until one can be sold. Daybook does not sell some of them. */
const sellTriesMax = 5

const soldMeanwhile: CatalogueScenario = {
  name: 'sold_meanwhile',
  title: 'Two units were sold since the stock was counted',
  why: 'With `as_of` Daybook takes them off and says so in `pending_deducted`. Leave it at that: a count without `as_of` afterwards puts them on the shelf again.',
  begin(shelf, { hasRounds }) {
    let sold: string | undefined
    let rounds = 1
    const overwritten = new Set<string>()
    shelf.before = async (articles) => {
      const counted = articles.filter(
        ({ asOf, values }) => typeof asOf === 'string' && values.has('stock_quantity'),
      )
      for (const { sku } of counted.slice(0, sellTriesMax)) {
        if (sold === undefined && (await sell(shelf, sku))) sold = sku
      }
    }
    return {
      fault({ kind, body }) {
        for (const row of countsOf(kind, body)) {
          if (sold !== undefined && isBareCount(row, sold)) overwritten.add(sold)
        }
        return undefined
      },
      isUnfinished: () => sold !== undefined && hasRounds && rounds < 2,
      nextRound: () => void (rounds += 1),
      isShown: () => sold !== undefined,
      notShown:
        'Your client sends no `as_of` with its stock: what is sold meanwhile comes back. A list of all products says no stock, or `as_of` too.',
      problems: () =>
        [...overwritten].map(
          (sku) => `After pending_deducted the stock of ${sku} was sent without as_of.`,
        ),
    }
  },
}

const comparedFields = ['sale_price', 'mrp', 'stock_quantity']

const compared: CatalogueScenario = {
  name: 'compared',
  title: 'Somebody changes an article in Daybook, and the digest says so',
  why: 'The range differs, and the answer names what is there. Send what you have of it.',
  begin(shelf) {
    let isChanged = false
    let comparisons = 0
    return {
      async after({ kind }) {
        if (kind !== 'digest') return
        comparisons += 1
        const [[sku, values] = []] = shelf.arrived
        const field = comparedFields.find((name) => typeof values?.get(name) === 'number')
        if (isChanged || sku === undefined || values === undefined || field === undefined) return
        isChanged = true
        values.set(field, Number(values.get(field)) + 1)
        const updates = [{ sku, [field]: values.get(field) ?? null }]
        await shelf.daybook.ask({ method: 'POST', path: 'products/stock', body: { updates } })
      },
      // A client that compares before it sends finds the change in its next round.
      isUnfinished: () => comparisons > 0 && !isChanged,
      isShown: () => isChanged,
      notShown: 'Your client does not compare with `products/digest` what it sent.',
    }
  },
}

/** Scenarios in which something happens in Daybook between two calls. */
const countScenarios: readonly CatalogueScenario[] = [soldMeanwhile, compared]

const repeat = 'A repeat is safe: what is there already is answered with `changed: false`.'

const lost: readonly CatalogueScenario[] = [
  {
    name: 'answer_cut',
    title: 'The connection ends in the midst of an answer',
    why: `What was sent is written, and half an answer is none. Send it again. ${repeat}`,
    fault: { kind: 'half' } as const,
  },
  {
    name: 'failed_after',
    title: 'What was sent is written, and answered with 500',
    why: `The answer does not say whether it was written. Send it again. ${repeat}`,
    fault: { kind: 'fail_after' } as const,
  },
  {
    name: 'lost_answer',
    title: 'What was sent is written, and the answer is lost',
    why: `The connection ends after Daybook wrote it down. Send it again. ${repeat}`,
    fault: { kind: 'cut_after' } as const,
  },
  {
    name: 'lost_request',
    title: 'What was sent does not arrive',
    why: 'Nothing was written. Send it again, also what has not changed since.',
    fault: { kind: 'cut_before' } as const,
  },
  {
    name: 'killed',
    title: 'The client is killed while it sends',
    why: 'As in a power cut. After the start it sends what it has no answer for.',
    fault: { kind: 'kill' } as const,
  },
].map(faulty)

const slow: CatalogueScenario = {
  name: 'slow',
  title: 'The answer takes its time',
  why: 'Ten thousand articles with images take a while. Wait for the answer, a minute if need be: who sends again meanwhile makes it slower.',
  begin: (_shelf, { refusedSeconds }) => answerSlowly<CatalogueKind>(sending, refusedSeconds),
}

const callKinds: readonly CatalogueKind[] = ['bulk', 'stock', 'digest']

const refused = refusals<CatalogueKind>(
  { from: callKinds, of: callKinds },
  'send products',
  'The call',
).map(({ name, title, why, ...refusal }): CatalogueScenario => ({
  name,
  title,
  why,
  begin: (_shelf, { refusedSeconds }) => refuseForAWhile(refusal, refusedSeconds),
}))

/** Scenarios in which a whole call goes wrong. */
const faultScenarios: readonly CatalogueScenario[] = [slow, ...refused, ...lost]

/** The scenarios for a client that sends articles, stock and prices, the harmless ones first. */
export const catalogue: Profile = {
  name: 'catalogue',
  title: 'A client of the catalogue',
  place: '/storefront',
  scenarios: [...rowScenarios, ...countScenarios, ...faultScenarios].map(staged),
  takesApiKeyHeader: false,
  beyond: /\/v1\/(?:bridge|changes|leases|whoami|limits|products\/(?!bulk|stock|digest)|orders)\b/,
}

/** The first call that sends something goes wrong. */
function faulty({ fault, ...about }: About & { fault: Fault }): CatalogueScenario {
  return {
    ...about,
    begin() {
      let isDone = false
      return {
        fault({ kind }) {
          if (isDone || !sending.includes(kind)) return undefined
          isDone = true
          return fault
        },
        isShown: () => isDone,
      }
    },
  }
}

/** Sells some units of an article, after giving it a price. Returns whether the shop sold them. */
async function sell({ daybook, ready }: Shelf, sku: string): Promise<boolean> {
  const post = async (path: string, body: JsonObject) =>
    await daybook.ask({ method: 'POST', path, body })
  const product = { sku, name: sku, sale_price: 1, stock_quantity: soldUnits }
  const { body } = await post('products/stock', { updates: [product] })
  const [found] = rowsIn(body['results'])
  if (found?.['status'] === 'not_found') {
    const made = await post('products/bulk', { products: [product] })
    const [result] = rowsIn(made.body['results'])
    if (typeof result?.['id'] === 'string') ready.set(sku, result['id'])
  }
  const { status } = await post('orders', { items: [{ sku, quantity: soldUnits }] })
  return status === 200 || status === 201
}

/** The articles of a call that may contain stock. */
function countsOf(kind: CatalogueKind, body: JsonValue | undefined): Article[] {
  if (!isJsonObject(body) || !sending.includes(kind)) return []
  return rowsIn(body[kind === 'stock' ? 'updates' : 'products']).flatMap(articlesOf)
}

function isBareCount({ sku: sent, values, asOf }: Article, sku: string): boolean {
  return (
    sent === sku && typeof values.get('stock_quantity') === 'number' && typeof asOf !== 'string'
  )
}

/** Gives each run of a scenario a shelf of its own. */
function staged({ begin, ...about }: CatalogueScenario): Scenario {
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

/** The most SKUs that a sentence names. */
const namedMax = 5

/** How often a client may send a refused article. More counts as endless. */
const triesMax = 5

const nothingSent = 'Your client sent nothing.'
const unseen =
  'Whether all that your client has arrived could not be seen: name what it has with --booked.'

/** Grades one scenario by what the client sent. */
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

/** The columns after the SKU, each with its name in a sentence. */
const columns = [
  ['stock_quantity', 'stock'],
  ['mrp', 'MRP'],
  ['sale_price', 'selling price'],
] as const

/** Differences between Daybook and the client's own list, which has a line `SKU⇥stock⇥MRP⇥selling price` for each article. */
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
