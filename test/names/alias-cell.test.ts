import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { aliasCell, readAliasCell } from '../../src/names/rules.ts'

test.each([
  ['', []],
  ['ACME', ['ACME']],
  ['ACME|Acme Trdrs', ['ACME', 'Acme Trdrs']],
  ['|ACME| |', ['ACME']],
  [String.raw`A\|B|C`, ['A|B', 'C']],
  [String.raw`A\\|B`, ['A\\', 'B']],
  [String.raw`C:\new`, [String.raw`C:\new`]],
])('the cell %j has the aliases %j', (cell, aliases) => {
  expect(readAliasCell(cell)).toEqual(aliases)
})

test('whatever an alias is made of, it comes back from its cell', () => {
  const alias = fc
    .string({ unit: fc.constantFrom('a', '|', '\\', ' ', 'ड', '🙂'), minLength: 1, maxLength: 6 })
    .filter((text) => text.trim() !== '')
  fc.assert(
    fc.property(fc.array(alias), (aliases) => {
      expect(readAliasCell(aliasCell(aliases))).toEqual(aliases)
    }),
  )
})
