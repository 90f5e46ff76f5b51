import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from './figures.ts'
import type { LoadResult, LoadInput } from './load.ts'
import { copyDatabase, copyData, prepareData, type Prepared } from './scan-export/prepare.ts'
import { program, runForJson } from './processes.ts'
import { prepareShop, type PreparedShop, type ShopSize } from './storefront/prepare.ts'

/** The files and measurements that all parts of the benchmark share. */
export type Workshop = {
  /** The built file. */
  executable: string
  /** A fresh copy of the scans, which are prepared when a part first asks. */
  data(): Promise<Prepared>
  /** A fresh copy of their database alone, for a bare program. */
  database(): Promise<string>
  /** A fresh copy of a shop of that size, prepared when a part first asks for the size. */
  shop(size: ShopSize): Promise<PreparedShop>
  /** A new path for a file. */
  path(name: string): string
  /** Resident memory of the server at the end of the part under way, in MB. */
  resident: number[]
}

/** A part of the benchmark. Throws if it cannot measure. */
export type Part = (shop: Workshop) => Promise<Figure[]>

/** Works in a folder beside the build, so that "this disk" is the one that holds the checkout. */
export async function withWorkshop<T>(
  executable: string,
  work: (shop: Workshop) => Promise<T>,
): Promise<T> {
  const parent = join(import.meta.dir, '../../dist/bench')
  mkdirSync(parent, { recursive: true })
  const root = mkdtempSync(join(parent, 'run-'))
  let copies = 0
  const fresh = (name: string) => join(root, `${++copies}-${name}`)
  try {
    const prepared = onceEach(() => prepareData(fresh('prepared')))
    const preparedShop = onceEach((size: ShopSize) => prepareShop(fresh('prepared'), size))
    return await work({
      executable,
      data: async () => copyData(await prepared(''), fresh('data')),
      database: async () => copyDatabase(await prepared(''), fresh('bare')),
      shop: async (size) => copyData(await preparedShop(size), fresh('data')),
      path: fresh,
      resident: [],
    })
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** Sends requests from a separate process. */
export async function load(input: LoadInput): Promise<LoadResult> {
  return await runForJson<LoadResult>(program('load.ts'), input)
}

/** Makes one thing for each input, on the first request for it. */
function onceEach<Input, Made>(make: (input: Input) => Made): (input: Input) => Made {
  const made = new Map<string, Made>()
  return (input) => {
    const name = JSON.stringify(input)
    const known = made.get(name) ?? make(input)
    made.set(name, known)
    return known
  }
}
