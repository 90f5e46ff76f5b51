import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { importsOf, loadedWith, readSources } from './import-graph.ts'

const sources = readSources(join(import.meta.dir, '../src'))

describe('a server that starts', () => {
  const loaded = [...loadedWith(importsOf(sources), ['main.ts', 'cli/serve/serve.ts'])]

  test('loads no other command, and nothing of what only those need', () => {
    const others = /^(bridge|stand-ins|cli\/(bridge|demo|import|export|fleet))\//
    expect(loaded).toContain('app.ts')
    expect(loaded.filter((file) => others.test(file))).toEqual([])
  })

  test('does not load what reads documents, which is done in a process of its own', () => {
    const readers = /^reader\/(pages\/ocr\/read-|lines\/|bank\/)/
    expect([...sources.keys()].filter((file) => readers.test(file)).length).toBeGreaterThan(20)
    expect(loaded.filter((file) => readers.test(file))).toEqual([])
  })

  test('unpacks no picture itself: it may be made to do harm, and takes memory', () => {
    const unpacks = (file: string) => /\bnew Bun\.Image\b/.test(sources.get(file) ?? '')
    expect([...sources.keys()].filter(unpacks).length).toBeGreaterThan(2)
    expect(loaded.filter(unpacks)).toEqual([])
  })
})
