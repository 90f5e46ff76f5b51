import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { booksFolder } from '../../src/bridge/pairing.ts'

const folder = mkdtempSync(join(tmpdir(), 'daybook-pairing-'))

afterAll(() => rmSync(folder, { recursive: true }))

const company = { number: '100000', guid: 'a-guid', name: 'Anand & Sons', booksFrom: '2024-04-01' }

test('a company that was renamed keeps its journal', () => {
  const renamed = { ...company, name: 'Anand & Daughters' }
  expect(booksFolder(folder, renamed)).toBe(booksFolder(folder, company))
})

test.each([{ number: '100001' }, { guid: 'another' }, { booksFrom: '2025-04-01' }])(
  'another company has one of its own: %j',
  (other) => {
    expect(booksFolder(folder, { ...company, ...other })).not.toBe(booksFolder(folder, company))
  },
)
