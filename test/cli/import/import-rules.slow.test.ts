import { expect, test } from 'bun:test'
import { renameRules } from '../../../src/cli/import/names-and-rules.ts'
import { exportRules } from '../../../src/services/scan-export/rename-rules/import-rules.ts'
import { findRuleVersion } from '../../../src/services/scan-export/rules-in-force.ts'
import { addMember, itemOf } from '../../support/member.ts'
import { type Shop } from '../../support/shop.ts'
import { type ImportFolder, jsonLines, withImports } from './import-text.ts'

let shop: Shop
let folder: ImportFolder

withImports((made) => ({ shop, folder } = made))

const headerRow = 'Type;Category;Key;From;To\n'

test('rules come into force together and normalise what waits, also when they replace others', async () => {
  const member = await addMember(shop)
  const id = await member.addScan({ metadata: { 'Grand Sum': '10', Supplier: 'ACME' } })
  const metadata = async () => itemOf(await member.unsynced(), id)?.['data']
  expect(await folder.import(shop, renameRules, rules('sum'))).toMatchObject({ created: 2 })
  expect(await metadata()).toMatchObject({ invoice_metadata: { sum: '10', vendor_name: 'Acme' } })
  const again = await folder.import(shop, renameRules, rules('grand'))
  expect(again).toMatchObject({ updated: 1, unchanged: 1 })
  expect(await metadata()).toMatchObject({ invoice_metadata: { grand: '10', vendor_name: 'Acme' } })
})

test('a table holds rules of both types; bad rows are left out', async () => {
  const csv = `${headerRow}LABEL;;;Slip No;invoice_no\nvalue;bank_entry;narration;x, y;\nvalue;;;a;b\nother;;;a;b\nlabel;tax;;a;b\nlabel;;;;b\n`
  const result = await folder.import(shop, renameRules, csv, 'rules.csv')
  expect(result).toMatchObject({ total: 6, created: 2, errors: 4 })
  expect(result.problems).toEqual([
    { line: 4, error: 'key of a rule must have 1 to 500 characters, got 0.' },
    { line: 5, error: 'type must be "label" or "value", got "other".' },
    { line: 6, error: expect.stringContaining('category must be one of') },
    { line: 7, error: 'from of a rule must have 1 to 500 characters, got 0.' },
  ])
  expect(exportRules(shop.database.read)).toContainEqual({
    type: 'value',
    category: 'bank_entry',
    key: 'narration',
    from: 'x, y',
    to: '',
  })
})

test('of two lines with the same match the later one counts', async () => {
  const csv = `${headerRow}label;;;Twice;one\nlabel;;;TWICE;two\nlabel;;;twice;two\n`
  const result = await folder.import(shop, renameRules, csv, 'rules.csv')
  expect(result).toMatchObject({ created: 1, updated: 1, unchanged: 1 })
  expect(exportRules(shop.database.read)).toContainEqual({
    type: 'label',
    from: 'twice',
    to: 'two',
  })
})

test('rules that are there already leave the version of the rules alone', async () => {
  const csv = `${headerRow}label;;;Calm;calm\n`
  await folder.import(shop, renameRules, csv, 'rules.csv')
  const version = findRuleVersion(shop.database.read)
  expect(await folder.import(shop, renameRules, csv, 'rules.csv')).toMatchObject({ unchanged: 1 })
  expect(findRuleVersion(shop.database.read)).toBe(version)
})

function rules(to: string): string {
  return jsonLines(
    { type: 'label', from: 'GRAND_SUM', to },
    { type: 'value', key: 'vendor_name', from: 'acme', to: 'Acme', category: 'vendor_invoice' },
  )
}
