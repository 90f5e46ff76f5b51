import { expect, test } from 'bun:test'
import { addProduct } from '../../../support/catalogue.ts'
import { api } from '../../../support/member.ts'
import { openShop } from '../../../support/shop.ts'
import { untilEnd } from '../../../support/until-end.ts'

/** Clients that ask all the time, and changes by another process meanwhile. */
const clients = 8
const changes = 100

const list = `${api}/products?limit=1&sort=newest`

const shop = untilEnd(await openShop())

test('a list shows what was committed elsewhere before it was asked for, however many ask at once', async () => {
  const over = new AbortController()
  const askOn = async () => {
    while (!over.signal.aborted) await shop.store('GET', list)
  }
  const asking = Array.from({ length: clients }, askOn)
  for (let n = 0; n < changes; n++) {
    const slug = `product-${n}`
    await addProduct(shop.database, { slug, name: slug, createdAt: n })
    expect((await shop.store('GET', list)).text).toContain(`"slug":"${slug}"`)
  }
  over.abort()
  await Promise.all(asking)
})
