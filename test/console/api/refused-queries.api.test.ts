import { expect, test } from 'bun:test'
import { ownersShop } from './browser.ts'

const { owner } = await ownersShop()

const long = `search=${'x'.repeat(201)}`
const days = 'from=yesterday until=2026-02-30'

/** By list: queries whose last parameter is wrong. */
const wrongQueries = {
  '/activity?': `page=0 size=0 kind=everything ${days}`,
  '/categories?': `page=0 size=1000 ${long}`,
  '/documents?': `page=0 size=201 state=synced category=bill synced=maybe duplicate=1 sort=size sort=seller&direction=left ${days} ${long}`,
  '/keys?': 'page=0 size=201 state=old',
  '/names?': `kind= kind=customer kind=vendor&page=0 kind=vendor&size=201 kind=vendor&${long}`,
  '/orders?': `page=0 size=1000 status=lost sync=maybe sort=name ${days} ${long}`,
  '/products?': 'page=0 size=201 sort=colour lacks=love approval=yes active=1',
  '/rules?': `page=0 type=both category=bill sort=to ${long}`,
  '/users?': 'page=0 page=1e1 size=201 state=gone',
}

const asked = Object.entries(wrongQueries).flatMap(([list, queries]) =>
  queries.split(' ').map((query) => [list + query, /(\w+)=[^=]*$/.exec(query)?.[1]] as const),
)

test.each(asked)('%s is refused at its parameter %s', async (path, field) => {
  const answer = await owner.get(path)
  expect([answer.status, answer.field]).toEqual([400, field])
})
