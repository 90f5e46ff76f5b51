import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDir } from '../support/temporary-database.ts'
import { runDaybook } from './run-daybook.ts'

let folder: ReturnType<typeof temporaryDir>
let place: string

beforeEach(async () => {
  folder = temporaryDir()
  place = join(folder.dir.root, 'place')
  mkdirSync(place)
  // Nothing here runs it: it only has to be there.
  writeFileSync(folder.dir.config, `litestream = ${JSON.stringify(process.execPath)}`)
  const owner = ['--owner', 'asha@example.com', '--name', 'Asha', '--password-stdin']
  const setUp = ['setup', '--organisation', 'Sharma Stores', ...owner]
  expect((await run(setUp, 'nilgiri tea at four')).code).toBe(0)
})

afterEach(() => folder[Symbol.dispose]())

const run = (args: readonly string[], stdin = '', dir = folder.dir.root) =>
  runDaybook([...args, '--data', dir, '--json'], stdin)

test('a place is named, shown and forgotten', async () => {
  expect(JSON.parse((await run(['replicate', 'status'])).stdout)).toEqual({ place: null })
  expect((await run(['replicate', 'set', place, '--wait', '--stop-after', '60'])).code).toBe(0)
  expect(JSON.parse((await run(['replicate', 'status'])).stdout)).toMatchObject({
    place,
    role: 'first',
    claim: 1,
    waits: true,
    stopAfterSeconds: 60,
    confirmed_at: null,
  })
  expect((await run(['replicate', 'off'])).code).toBe(0)
  expect(JSON.parse((await run(['replicate', 'status'])).stdout)).toEqual({ place: null })
})

test('what cannot be is refused with a sentence', async () => {
  const sentences = {
    'There is no folder': ['replicate', 'set', join(place, 'none')],
    'is no standby': ['promote'],
    'one of the two': ['restore'],
    'There is no copy of that time': ['restore', '--from', place],
    'has a book of its own': ['serve', '--follow', place, '--port', '0'],
  }
  for (const [sentence, args] of Object.entries(sentences)) {
    const { code, stderr } = await run(args)
    expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)])
  }
  rmSync(folder.dir.config)
  writeFileSync(folder.dir.config, 'litestream = "/there/is/none"')
  const { stderr } = await run(['replicate', 'set', place])
  expect(stderr).toContain('Litestream is not installed as /there/is/none')
})
