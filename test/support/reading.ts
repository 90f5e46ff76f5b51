import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReadingProblem } from '../../src/reader/pages/problems.ts'
import { Unread } from '../../src/reader/pages/problems.ts'
import { readFile, type ReadingOptions } from '../../src/reader/pages/read-file.ts'
import type { ReadFile, ReadPage } from '../../src/reader/page.ts'

type Content = Uint8Array | string

/** Reads what has no name of its own as a file of that name. Throws Unread. */
export async function readContent(
  content: Content,
  options: ReadingOptions & { name?: string } = {},
): Promise<ReadFile> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-reading-'))
  const path = join(folder, options.name ?? 'document')
  try {
    writeFileSync(path, content, 'latin1')
    return await readFile(path, options)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export async function readOnePage(content: Content): Promise<ReadPage> {
  const [page] = (await readContent(content)).pages
  if (page === undefined) throw new Error('It has no page.')
  return page
}

/** Why something is not read. */
export async function problemOf(
  content: Content,
  options: ReadingOptions = {},
): Promise<ReadingProblem | undefined> {
  try {
    await readContent(content, options)
    return undefined
  } catch (error) {
    if (error instanceof Unread) return error.problem
    throw error
  }
}

export function textsOf({ words }: ReadPage): string[] {
  return words.map(({ text }) => text)
}
