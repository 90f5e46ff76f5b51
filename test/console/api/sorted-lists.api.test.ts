import { expect, test } from 'bun:test'
import { addName } from '../../../src/names/add-name.ts'
import { sortedBy } from '../../../src/console/api/fields.ts'
import type { JsonValue } from '../../../src/platform/json/json.ts'
import { noon } from '../../support/temporary-database.ts'
import { listed, newMember, ownersShop } from './browser.ts'

/** The keys of the list of keys, in the order in which they are made. */
const keyNames = ['Zoho', 'tally', 'Busy']

const { shop, owner } = await ownersShop()
for (const name of keyNames) {
  await owner.post('/keys', { name, service: 'scan-export' })
  await owner.post('/credits', { kind: 'grant', amount: name.length, note: name })
}
await newMember(shop)
await shop.database.write((conn) => {
  for (const [index, name] of ['Babu Stores', 'Anand Mills', 'chetak Oils'].entries()) {
    addName(conn, 'vendor', { name, aliases: [] }, noon + index)
  }
})

const lists: [list: string, sort: string, field: string][] = [
  ['/users?', 'name', 'name'],
  ['/users?', 'email', 'email'],
  ['/users?', 'role', 'role'],
  ['/users?', 'seen', 'lastSeenAt'],
  ['/users?', 'keys', 'keys'],
  ['/users?', 'added', 'createdAt'],
  ['/keys?', 'name', 'name'],
  ['/keys?', 'service', 'service'],
  ['/keys?', 'created', 'createdAt'],
  ['/keys?', 'used', 'lastUsedAt'],
  ['/names?kind=vendor&', 'name', 'name'],
  ['/names?kind=vendor&', 'changed', 'updatedAt'],
  ['/credits?', 'at', 'at'],
  ['/credits?', 'amount', 'amount'],
  ['/activity?', 'at', 'at'],
]

test.each(lists)('%s is sorted by %s, both ways, also over pages', async (list, sort, field) => {
  const valuesOf = async (rest: string) =>
    listed(await owner.get(`${list}sort=${sort}&${rest}`)).map((row) => row[field] ?? null)
  const [up, down] = [await valuesOf('direction=up'), await valuesOf('direction=down')]
  expect(up.length).toBeGreaterThan(2)
  expect(up).toEqual(inOrder(up))
  expect(down).toEqual(inOrder(down, true))
  const pages = [
    await valuesOf('direction=up&size=2'),
    await valuesOf('direction=up&size=2&page=2'),
  ]
  expect(pages.flat()).toEqual(up.slice(0, 4))
})

test.each([...new Set(lists.map(([list]) => list))])(
  '%s is not sorted by anything',
  async (list) => {
    const { status, json } = await owner.get(`${list}sort=id`)
    expect([status, JSON.stringify(json)]).toEqual([400, expect.stringContaining('sort must be')])
  },
)

test('rows in memory are sorted too: what says nothing comes last, ties stay as they came', () => {
  const rows = [{ at: 2 }, { at: null }, { at: 3 }, { at: 1 }]
  const sorted = (isDescending: boolean) =>
    sortedBy(rows, { by: 'at', isDescending }, { at: (row) => row.at }).map(({ at }) => at)
  expect(sorted(false)).toEqual([1, 2, 3, null])
  expect(sorted(true)).toEqual([3, 2, 1, null])
})

/** Texts without regard to case; what says nothing comes last. */
function inOrder(values: readonly JsonValue[], isDescending = false): JsonValue[] {
  const numbers = values.filter((value) => typeof value === 'number')
  const texts = values.filter((value) => typeof value === 'string')
  const sorted = [...numbers.toSorted((a, b) => a - b), ...texts.toSorted(byText)]
  const missing = values.filter((value) => value === null)
  return [...(isDescending ? sorted.toReversed() : sorted), ...missing]
}

function byText(a: string, b: string): number {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()]
  return one < other ? -1 : Number(one > other)
}
