import { describe, expect, test } from 'bun:test'
import { uncategorisedId } from '../../../../src/services/storefront/tables.ts'
import {
  addCategory,
  addOffer,
  addProduct,
  changeProduct,
  columnOf,
  dataOf,
} from '../../../support/catalogue.ts'
import { api } from '../../../support/member.ts'
import { openShop } from '../../../support/shop.ts'
import { eachAnew } from '../../../support/until-end.ts'

const shop = eachAnew(openShop)

const categories = () => shop().store('GET', `${api}/categories`)
const offers = () => shop().store('GET', `${api}/offers`)

describe('GET categories', () => {
  test('shows exactly the fields of the contract, and the smaller copies of its image', async () => {
    const { id } = await addCategory(shop().database, { name: 'Rice', slug: 'rice', sortOrder: 3 })
    const image_url = `${shop().url}/images/placeholder.png`
    expect((await categories()).json).toEqual({
      data: [{ id, name: 'Rice', slug: 'rice', image_url, image_srcset: '', sort_order: 3 }],
    })
  })

  test('come by sort_order, then folded name, then id', async () => {
    await addCategory(shop().database, { name: 'Last', sortOrder: 9 })
    await addCategory(shop().database, {
      name: 'beta',
      sortOrder: 1,
      id: '019b0000-0000-7000-8000-000000000002',
    })
    await addCategory(shop().database, {
      name: 'Beta',
      sortOrder: 1,
      id: '019b0000-0000-7000-8000-000000000001',
    })
    await addCategory(shop().database, { name: 'Alpha', sortOrder: 1 })
    await addCategory(shop().database, { name: 'First', sortOrder: -1 })
    const names = columnOf(await categories(), 'name')
    expect(names).toEqual(['First', 'Alpha', 'Beta', 'beta', 'Last'])
  })

  test('hold uncategorised only while it holds a listed product', async () => {
    expect((await categories()).json).toEqual({ data: [] })
    const { id } = await addProduct(shop().database, { isActive: false })
    expect(dataOf(await categories())).toEqual([])
    await changeProduct(shop().database, id, { isActive: true })
    expect(dataOf(await categories())).toMatchObject([
      { id: uncategorisedId, slug: 'uncategorised' },
    ])
    await changeProduct(shop().database, id, { approvalStatus: 'rejected' })
    expect(dataOf(await categories())).toEqual([])
  })
})

describe('GET offers', () => {
  test('shows exactly the fields of the contract, and the smaller copies of its image', async () => {
    const { id } = await addOffer(shop().database, {
      title: 'Diwali',
      slug: 'diwali',
      subtitle: 'Sweets',
      badgeText: '10 %',
      image: 'https://cdn.example.com/d.png',
      ruleKind: 'percentage',
      ruleValue: '10',
      sortOrder: 4,
    })
    const offer = {
      id,
      slug: 'diwali',
      title: 'Diwali',
      subtitle: 'Sweets',
      badge_text: '10 %',
      image_url: 'https://cdn.example.com/d.png',
      image_srcset: '',
      rule_kind: 'percentage',
      rule_value: '10',
      sort_order: 4,
    }
    expect((await offers()).json).toEqual({ data: [offer] })
  })

  test('come by sort_order, then folded title, then id', async () => {
    await addOffer(shop().database, {
      title: 'beta',
      sortOrder: 1,
      id: '019b0000-0000-7000-8000-000000000002',
    })
    await addOffer(shop().database, {
      title: 'Beta',
      sortOrder: 1,
      id: '019b0000-0000-7000-8000-000000000001',
    })
    await addOffer(shop().database, { title: 'Zeta', sortOrder: 0 })
    await addOffer(shop().database, { title: 'Alpha', sortOrder: 1 })
    expect(columnOf(await offers(), 'title')).toEqual(['Zeta', 'Alpha', 'Beta', 'beta'])
  })
})
