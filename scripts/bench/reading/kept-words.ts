import { deserialize, serialize } from 'bun:jsc'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadFile } from '../../../src/reader/page.ts'
import { readFile } from '../../../src/reader/pages/read-file.ts'
import { type Paper, papersIn } from './paper.ts'

/** The words of all papers of a folder, so that no page is recognised twice. */
const wordsFile = 'words.bin'

type KeptFile = { name: string; file: ReadFile }

/** The words of the papers in a folder, in an order that spreads the papers of a layout. */
export function keptWords(folder: string): KeptFile[] {
  const kept: KeptFile[] = deserialize(readFileSync(join(folder, wordsFile)))
  return kept
}

/** Recognises the pages of all papers in a folder, unless that has been done. */
export async function keepWords(folder: string): Promise<void> {
  if (existsSync(join(folder, wordsFile))) return
  const kept: KeptFile[] = []
  const papers = spread(papersIn(folder))
  for (const { file, password = '' } of papers) {
    kept.push({ name: file, file: await readFile(join(folder, file), { passwords: [password] }) })
    if (kept.length % 20 === 0) console.error(`${kept.length}/${papers.length}`)
  }
  writeFileSync(join(folder, wordsFile), new Uint8Array(serialize(kept)))
}

/** Papers of one layout stand apart, so that a part that is needed is soon missed. */
function spread(all: readonly Paper[]): Paper[] {
  return all.toSorted((a, b) => Bun.hash.crc32(a.file) - Bun.hash.crc32(b.file))
}
