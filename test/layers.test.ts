import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import book from '../drizzle/book.config.json'
import calls from '../drizzle/calls.config.json'
import {
  foldersInCircles,
  type Edge,
  importsOf,
  loadedWith,
  readSources,
  resolveFrom,
} from './import-graph.ts'

const services = ['services/scan-export', 'services/storefront']

/**
 * Which part may import which, itself aside: `main → cli → app → console → questions → gstr2b, test-copy → services → books, names, changes, accounts, reader → paper → platform`,
 * beside the server, as a client of its own, `cli → bridge → paper → platform`, and `cli → stand-ins → services`, as one of them plays a real Daybook.
 * Types count like everything else, except that the pages take the types of what they call. The console has two parts, folder by folder:
 * "console's server" are `api.ts` and what lies in `api/`, "console's pages" are all other files, which run in the browser.
 */
const mayImport: Record<string, readonly string[]> = {
  'main.ts': ['cli', 'platform'],
  cli: [
    'app.ts',
    'retention.ts',
    'test-copy',
    'gstr2b',
    ...services,
    'books',
    'names',
    'changes',
    'accounts',
    'bridge',
    'stand-ins',
    'reader',
    'paper',
    'platform',
    'docs',
  ],
  'app.ts': [
    'retention.ts',
    'test-copy',
    "console's server",
    ...services,
    'books',
    'names',
    'accounts',
    'reader',
    'paper',
    'platform',
    'docs',
  ],
  "console's server": [
    'questions',
    'test-copy',
    'gstr2b',
    ...services,
    'books',
    'names',
    'accounts',
    'reader',
    'paper',
    'platform',
  ],
  questions: ['gstr2b', ...services, 'books', 'names', 'accounts', 'reader', 'paper', 'platform'],
  'test-copy': [...services, 'reader', 'names', 'changes', 'accounts', 'platform'],
  "console's pages": [],
  gstr2b: ['services/scan-export', 'names', 'changes', 'accounts', 'paper', 'platform'],
  'retention.ts': ['gstr2b', ...services, 'accounts', 'platform'],
  bridge: ['paper', 'platform'],
  reader: ['paper', 'platform'],
  paper: ['platform'],
  'services/scan-export': ['books', 'names', 'changes', 'accounts', 'reader', 'paper', 'platform'],
  'services/storefront': ['books', 'names', 'changes', 'accounts', 'platform'],
  books: ['names', 'accounts', 'platform'],
  names: ['platform'],
  changes: ['platform'],
  accounts: ['platform'],
  platform: [],
  'stand-ins': [...services, 'accounts', 'paper', 'platform'],
  docs: ['platform'],
}

const consoleServer = /^console\/(.+\/)?api(\.ts$|\/)/

const typesOnlyFrom: Record<string, readonly string[]> = {
  "console's pages": ["console's server"],
}

/** What the pages run themselves of the rest. Each needs a reason. */
const openedToPages = [
  // The addresses of an image's smaller copies.
  'platform/files/thumbnail-names.ts',
  // Photos are joined by a page that takes them, and by the server where they are there already.
  'platform/pictures/photos-pdf.ts',
  // A workbook is read alike by a page and by a command.
  'platform/xlsx.ts',
  // The rates of GST, by which a form asks.
  'platform/gst/rates-and-states.ts',
  // Files that the pages make and the server makes must be alike.
  'platform/csv.ts',
  // The field of a phone number says at once what the server will.
  'services/storefront/customers/rules.ts',
  // The meter of a password that is being chosen says what the server will.
  'accounts/sessions/password-strength.ts',
]

/** The ways to a file on somebody's disk: from the server, from a page, from the bridge for an accounting program, and from a command. */
/** What is written into the archive, by Daybook itself. */
const csvArchive = 'platform/archive/index-file.ts'
const csvDownloads = ['console/api/reply.ts', 'console/components/csv.ts']
const csvForBooks = ['bridge/files/zoho.ts', 'cli/gstr2b/gstr2b.ts']

/**
 * A service is entered through its `service.ts`. The console's server, what it asks people (questions), the commands and the stand-in of a
 * shop, which does what people do in the console, also call what a noun does and lists, in the noun's own files: its routes, schemas,
 * queries and tables stay inside.
 */
const callNouns = new Set(["console's server", 'questions', 'cli', 'stand-ins'])

/** What others may take from inside a service beside that. Each needs a reason. */
const openedFiles = [
  // What a phone number is, which the counter's form says while it is typed.
  'services/storefront/customers/rules.ts',
]

/** Elysia stays where requests are: everything else can be called, and tested, without one. */
const elysiaPlaces =
  /(^app|\/routes|\/schemas|\/service|\/guard|^platform\/http\/.+|^console\/(.+\/)?api(\/.+)?)\.ts$/

const database = /^(drizzle-orm|bun:sqlite|platform\/db)(\/|$)/
const io = /^(node:(fs|net|http|https|child_process|worker_threads)|elysia)(\/|$)/

/**
 * What a record is, and how one is read: the pages make their forms of it. What checks a document: the form says at once
 * what the server will. What reads the portal's files, which a page and a command do alike. All are pure, like rules.
 */
const declaration = /(^platform\/record\/|\/record\.ts$|^paper\/|^gstr2b\/portal\/)/

/** What Bun writes into a file with JSX. */
const writtenByBun = /^react(\/jsx-(dev-)?runtime)?$/

const sources = readSources(join(import.meta.dir, '../src'))
const edges = importsOf(sources)

describe('who may import whom', () => {
  test('every import goes down', () => {
    expect(edges.filter(goesAstray).map(describeEdge)).toEqual([])
  })

  test('a service is entered through its service.ts, or called at a noun', () => {
    expect(edges.filter(climbsIn).map(describeEdge)).toEqual([])
  })

  test('Elysia stays in routes, schemas and guards', () => {
    const strays = edges.filter(
      ({ from, to }) => isPackage(to, 'elysia') && !elysiaPlaces.test(from),
    )
    expect(strays.map(describeEdge)).toEqual([])
  })

  test('rules are pure: no database, no files, no requests', () => {
    const strays = edges.filter(
      ({ from, to }) => kind(from) === 'rules' && (database.test(to) || io.test(to)),
    )
    expect(strays.map(describeEdge)).toEqual([])
  })

  test('declarations of records are pure, with all that they import', () => {
    const declared = [...sources.keys()].filter((file) => declaration.test(file))
    const reached = loadedWith(edges, declared)
    const strays = edges.filter(
      ({ from, to, typeOnly }) =>
        reached.has(from) && !typeOnly && (database.test(to) || io.test(to)),
    )
    expect(reached.size).toBeGreaterThan(5)
    expect(strays.map(describeEdge)).toEqual([])
  })

  test('inside a folder, routes call acts, acts call queries, queries read tables', () => {
    expect(edges.filter((edge) => goesUp(edge, edges)).map(describeEdge)).toEqual([])
  })

  test('tables know the database and other tables only', () => {
    const strays = edges.filter(
      ({ from, to }) => kind(from) === 'tables' && !database.test(to) && kind(to) !== 'tables',
    )
    expect(strays.map(describeEdge)).toEqual([])
  })

  // A migration would drop the tables of a file that no configuration names.
  test('tables are those from which migrations are made', () => {
    const named = [...book.schema, ...calls.schema].map((path) => new Bun.Glob(path.slice(2)))
    const files = [...sources.keys()].filter((file) => /(^|\/)tables\.ts$/.test(file))
    const strays = files.filter((file) => !named.some((glob) => glob.match(`src/${file}`)))
    expect(files.length).toBeGreaterThan(5)
    expect(strays).toEqual([])
  })
})

describe('folders', () => {
  test('that need each other are none', () => {
    expect(foldersInCircles(edges)).toEqual([])
  })
})

describe('CSV files', () => {
  test('are written in one place, which guards them against formulas', () => {
    expect(filesWith(/\bunparse\b/)).toEqual(['platform/csv.ts'])
  })

  test('leave by five ways, and all write them there', () => {
    expect(filesWith(/\bwriteCsv\(/)).toEqual([
      ...csvForBooks,
      ...csvDownloads,
      csvArchive,
      'platform/csv.ts',
    ])
    expect(filesWith(/text\/csv;|createObjectURL\(new Blob/)).toEqual(csvDownloads)
  })
})

describe('the checks above', () => {
  test('see every import that Bun itself sees', () => {
    const missed = [...sources].flatMap(([file, text]) => {
      const transpiler = new Bun.Transpiler({ loader: file.endsWith('x') ? 'tsx' : 'ts' })
      const seen = new Set(edges.filter((edge) => edge.from === file).map((edge) => edge.to))
      return transpiler
        .scanImports(text)
        .filter(({ path }) => !writtenByBun.test(path))
        .map((found) => resolveFrom(file, found.path))
        .filter((path) => !seen.has(path))
        .map((path) => `${file} → ${path}`)
    })
    expect(missed).toEqual([])
  })

  test.each([
    ['platform/log.ts', "import type { Scan } from '../services/scan-export/service.ts'"],
    ['services/storefront/service.ts', "import { a } from '../scan-export/service.ts'"],
    ['console/pages/keys/page.tsx', "import { list } from './api.ts'"],
    ['console/pages/keys/page.tsx', "import { list } from '../books/api/causes.ts'"],
    ['console/pages/keys/api.ts', "import { words } from './words.ts'"],
    ['app.ts', "import { words } from './console/pages/keys/words.ts'"],
    ['names/x.ts', "export const x = await import('../app.ts')"],
    ['newcomer/x.ts', "import '../platform/log.ts'"],
  ])('refuse %s with %s', (file, text) => {
    expect(importsOf(new Map([[file, text]])).filter(goesAstray)).toHaveLength(1)
  })

  test('let the pages take types from what they call', () => {
    const text = "import type { Api } from './api.ts'"
    expect(importsOf(new Map([['console/client.ts', text]])).filter(goesAstray)).toEqual([])
  })

  test('refuse a way into a service beside its front door', () => {
    const act = "import { placeOrder } from './services/storefront/orders/placing/place-order.ts'"
    const query = "import { findOrder } from '../services/storefront/orders/queries.ts'"
    const planted = importsOf(
      new Map([
        ['app.ts', act],
        ['cli/orders.ts', query],
      ]),
    )
    expect(planted.filter(climbsIn)).toHaveLength(2)
  })

  test('refuse queries that call an act', () => {
    const planted = importsOf(
      new Map([
        ['names/queries.ts', "import { addName } from './add-name.ts'"],
        ['names/add-name.ts', "import { findName } from './queries.ts'"],
      ]),
    )
    expect(planted.filter((edge) => goesUp(edge, planted))).toHaveLength(1)
  })
})

function filesWith(pattern: RegExp): string[] {
  return [...sources].filter(([, text]) => pattern.test(text)).map(([file]) => file)
}

function describeEdge({ from, to, typeOnly }: Edge): string {
  return `${from} → ${to}${typeOnly ? ' (type)' : ''}`
}

function goesAstray({ from, to, local, typeOnly }: Edge): boolean {
  if (!local || to === '../package.json') return false
  const [importer, imported] = [partOf(from), partOf(to)]
  if (importer === "console's pages" && declaration.test(to)) return false
  const allowed = mayImport[importer]
  if (allowed === undefined) return true
  if (importer === imported || allowed.includes(imported)) return false
  if (importer === "console's pages" && openedToPages.includes(to)) return false
  return !(typeOnly && typesOnlyFrom[importer]?.includes(imported) === true)
}

function climbsIn({ from, to }: Edge): boolean {
  const service = partOf(to)
  if (!service.startsWith('services/') || partOf(from) === service) return false
  if (callNouns.has(partOf(from)) && isCallable(to)) return false
  return to !== `${service}/service.ts` && !openedFiles.includes(to) && !declaration.test(to)
}

/** A file inside a noun of a service that shows neither how the noun is stored nor how it is served. */
function isCallable(file: string): boolean {
  const isInNoun = file.split('/').length > 3
  return isInNoun && ['rules', 'other'].includes(kind(file)) && !file.endsWith('schemas.ts')
}

/** Within one part: queries import no act and no routes, and nothing but a service, or the console's API as a whole, imports routes. */
function goesUp({ from, to }: Edge, all: readonly Edge[]): boolean {
  if (partOf(from) !== partOf(to)) return false
  if (kind(to) === 'routes') {
    return !['routes', 'service'].includes(kind(from)) && from !== 'console/api.ts'
  }
  return kind(from) === 'queries' && isCommand(to, all)
}

/** A file that uses queries, and is none of the kinds that have a name of their own, decides something. */
function isCommand(file: string, all: readonly Edge[]): boolean {
  return (
    kind(file) === 'other' && all.some(({ from, to }) => from === file && kind(to) === 'queries')
  )
}

function kind(file: string): 'routes' | 'service' | 'queries' | 'tables' | 'rules' | 'other' {
  // `waiting-queries.ts` are queries; `change-rules.ts` is an act upon rename rules.
  const [, name] =
    file.match(/(?:^|\/)(?:[\w-]+-(?=queries))?(routes|service|queries|tables|rules)\.ts$/) ?? []
  switch (name) {
    case 'routes':
    case 'service':
    case 'queries':
    case 'tables':
    case 'rules':
      return name
    default:
      return 'other'
  }
}

function partOf(file: string): string {
  const [first = '', second = ''] = file.split('/')
  if (first === 'console') return consoleServer.test(file) ? "console's server" : "console's pages"
  return first === 'services' ? `${first}/${second}` : first
}

const isPackage = (path: string, name: string) => path === name || path.startsWith(`${name}/`)
