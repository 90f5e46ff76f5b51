import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from './figures.ts'
import type { LoadResult, LoadWish } from './load.ts'
import { copyBook, copyData, prepareData, type Prepared } from './prepare.ts'
import { program, runForJson } from './processes.ts'

/** What every part of the benchmark works with. */
export type Workshop = {
  /** The built file. */
  executable: string
  prepared: Prepared
  /** A fresh copy of the prepared data. */
  data(): Prepared
  /** A fresh copy of its book alone, for a bare program. */
  book(): string
  /** A new path for a file. */
  path(name: string): string
  /** Resident memory of the server at the end of a part, in MB. */
  resident: number[]
}

/** A part of the benchmark; throws when it cannot measure. */
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
    const prepared = await prepareData(fresh('prepared'))
    return await work({
      executable,
      prepared,
      data: () => copyData(prepared, fresh('data')),
      book: () => copyBook(prepared, fresh('bare')),
      path: fresh,
      resident: [],
    })
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** Sends requests from a process of its own. */
export async function load(wish: LoadWish): Promise<LoadResult> {
  return await runForJson<LoadResult>(program('load.ts'), wish)
}
