import { expect, test } from 'bun:test'
import { foldersInCircles, importsOf } from './import-graph.ts'

test('folders in a circle are found, also one that passes a third; those that hold each other are none', () => {
  const planted = importsOf(
    new Map([
      ['a/x.ts', "import { y } from '../b/y.ts'"],
      ['b/y.ts', "import type { Z } from '../c/z.ts'"],
      ['c/z.ts', "import { x } from '../a/x.ts'"],
      ['d/service.ts', "import { e } from './e/e.ts'"],
      ['d/e/e.ts', "import { deps } from '../service.ts'"],
    ]),
  )
  expect(foldersInCircles(planted)).toEqual([['a', 'b', 'c']])
})
