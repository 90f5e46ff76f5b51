import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'bun:test'
import { sampleDir } from '../../../scripts/demo/make.ts'
import { sampleFiles } from '../../../scripts/demo/sample-files.ts'
import { day, financialYear, hour, movedLine, shopTime } from '../../../src/cli/demo/dates.ts'

const kept = 30 * day
const scans = readFileSync(join(sampleDir, 'scans.jsonl'), 'utf8').trim().split('\n')

describe("the sample shop's files", () => {
  test('are what the generator makes', () => {
    for (const [name, content] of sampleFiles(shopTime)) {
      expect(readFileSync(join(sampleDir, name)).equals(Buffer.from(content)), name).toBe(true)
    }
  })

  test('are moved as if they had been made for another day, with every date that a paper bears', () => {
    for (const days of [-40, 1, 100]) {
      const time = shopTime + days * day
      for (const [name, content] of sampleFiles(time)) {
        const file = readFileSync(join(sampleDir, name), 'utf8')
        const moved = file.split('\n').map((line) => movedLine(line, time, Infinity))
        if (typeof content === 'string') expect(differences(moved, content), name).toEqual([])
      }
    }
  })
})

describe('a moved line', () => {
  test('keeps the form of each date', () => {
    const line =
      '21/11/2026 1 Nov 2026 01-Nov-26 21.11.26 IMG_20261121_1 (2026-11-21) PO/26-27/0234 1006 20261121001'
    expect(movedLine(line, shopTime + 130 * day, kept)).toBe(
      '31/03/2027 11 Mar 2027 11-Mar-27 31.03.27 IMG_20270331_1 (2027-03-31) PO/26-27/0234 1006 20261121001',
    )
    expect(movedLine('26-27/7', shopTime + 131 * day, kept)).toBe('27-28/7')
  })

  test('belongs to a financial year that begins on 1 April in India', () => {
    expect(financialYear(Date.parse('2026-03-31T12:00:00Z'))).toBe('25-26')
    expect(financialYear(Date.parse('2026-03-31T18:30:00Z'))).toBe('26-27')
  })

  test('leaves ten scans due tomorrow and none ahead, whatever the time of day', () => {
    for (let now = shopTime; now < shopTime + 2 * day; now += hour) {
      const ages = scans.map((line) => now - createdAt(movedLine(line, now, kept)))
      expect(ages.filter((age) => age > 29 * day && age < kept)).toHaveLength(10)
      expect(ages.every((age) => age >= 0 && age < kept)).toBe(true)
    }
  })
})

/** Lines that are not alike. */
function differences(moved: readonly string[], content: string): string[] {
  const wanted = content.split('\n')
  expect(moved).toHaveLength(wanted.length)
  return moved.filter((line, i) => line !== wanted[i])
}

function createdAt(line: string): number {
  return Date.parse(/"created_at":"([^"]+)"/.exec(line)?.[1] ?? '')
}
