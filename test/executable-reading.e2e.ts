import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readingEnvironment } from '../src/reader/pages/read-process.ts'
import { drawnBill, jpegOf } from './support/drawn-bill.ts'
import { folderElsewhere, runExecutable } from './support/executable.ts'
import { untilEnd } from './support/until-end.ts'

// Run by `bun run check` after the build, and under Wine.

const context = {
  ownGstin: null,
  vendorNames: [],
  today: '2026-11-22',
}

const elsewhere = untilEnd(folderElsewhere())
writeFileSync(join(elsewhere.path, 'bill.jpg'), await jpegOf(await drawnBill()))

test('the executable reads a photo with nothing beside it, and again what is hard to read', async () => {
  const { code, stdout, stderr } = await runExecutable(['read', 'bill.jpg'], elsewhere.path, {
    stdin: JSON.stringify(context),
    env: { ...process.env, ...readingEnvironment },
  })
  expect(stderr).toBe('')
  expect(code).toBe(0)
  const said = stdout.trim().split('\n')
  const answer = said.at(-1)
  expect(said[0]).toBe('page 1 of 1')
  expect(said).toContain('step')
  expect(answer).toContain('SGT/25-26/0417')
  expect(answer).toContain('3,425.50')
})

test('the executable says why a file cannot be read', async () => {
  writeFileSync(join(elsewhere.path, 'photo.heic'), 'xxxxftypheic')
  const { code, stdout } = await runExecutable(['read', 'photo.heic'], elsewhere.path, {
    stdin: JSON.stringify(context),
  })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ problem: 'heic' })
})
