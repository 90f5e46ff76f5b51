import { afterAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { member } from './console.ts'
import { openSampleShop, sampleDocument, sampleOrder, type SampleShop } from './sample-shop.ts'
import { expectSoon, openPage, waitForPage } from './waiting.ts'

const shop = await openSampleShop()

afterAll(() => shop.daybook.close())

const theirPages = [
  'Today',
  'Documents',
  'Vendors',
  'Books',
  'Settings',
  'API keys',
  'Integrations',
  'Product names',
  'Activity',
  'Credits',
]

const othersPages: readonly [path: string, title: string][] = [
  ['/rules', 'This page is for owners'],
  ['/rules?view=unknown', 'This page is for owners'],
  ['/users', 'This page is for owners'],
  ...[
    '/catalogue',
    '/catalogue/new',
    '/catalogue/import',
    '/catalogue/PRODUCT',
    '/categories',
    '/offers',
    '/orders',
    '/orders/new',
    `/orders/${sampleOrder}`,
  ].map((path): [string, string] => [path, 'This page is for the counter']),
]

const countersPages = [
  'Today',
  'Orders',
  'Customers',
  'Products',
  'Categories',
  'Offers',
  'Settings',
  'Integrations',
  'Activity',
  'Credits',
]

describe('a clerk', () => {
  test('is led to its own pages', async () => {
    const page = await shop.daybook.signedInPage({}, member)
    await openPage(page, '/', 'Today')
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    await expectSoon(() => links.allTextContents(), theirPages)
  })

  test.each(othersPages)('who types %s is told whose page it is', async (path, title) => {
    const page = await shop.daybook.signedInPage({}, member)
    await page.goto(path.replace('PRODUCT', shop.product))
    await waitForPage(page, title)
  })

  test('finds nothing at the address of what is somebody else’s', async () => {
    const page = await shop.daybook.signedInPage({}, member)
    await page.goto(`/documents/${sampleDocument('d2')}`)
    await page.getByText('There is nothing here').waitFor()
    await page.goto(`/integrations/${shop.integration}`)
    await page.getByText('There is nothing here').waitFor()
  })

  test('is refused by the server too, whatever it sends', async () => {
    const { page, close } = await shop.daybook.visitSignedIn({}, member)
    await openPage(page, '/', 'Today')
    expect(await statuses(page, ['products', 'orders', 'rules', 'users', 'offers'])).toEqual([
      403, 403, 403, 403, 403,
    ])
    expect(await sent(page, `documents/${sampleDocument('d2')}/retry`)).toBe(404)
    expect(await sent(page, `keys/${shop.integration}/revoke`)).toBe(404)
    expect(await sent(page, 'settings/cleanup')).toBe(403)
    await close()
  })
})

describe('somebody at the counter', () => {
  test('is led to products and orders, works there, and is told that documents are for clerks', async () => {
    await addCounter(shop)
    const page = await shop.daybook.signedInPage({}, counter)
    await openPage(page, '/', 'Today')
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    await expectSoon(() => links.allTextContents(), countersPages)
    await openPage(page, '/orders', 'Orders')
    await page.getByRole('link', { name: 'New order', exact: true }).waitFor()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    const actions = page.getByRole('menuitem')
    await expectSoon(() => actions.allTextContents(), ['Credit notes'])
    await page.goto('/documents')
    await waitForPage(page, 'This page is for clerks')
    expect(await statuses(page, ['products', 'orders', 'documents', 'names', 'users'])).toEqual([
      200, 200, 403, 403, 403,
    ])
  })
})

const counter = {
  name: 'Kiran Patil',
  email: 'kiran@sharma.example',
  password: 'orange ladder monday',
}

async function addCounter({ daybook }: SampleShop): Promise<void> {
  const who = ['--email', counter.email, '--name', counter.name, '--role', 'counter']
  await daybook.run(['user', 'add', ...who, '--password-stdin'], counter.password)
}

/** What the server answers a page of the console that asks for these. */
async function statuses(page: Page, paths: readonly string[]): Promise<number[]> {
  return await page.evaluate(
    (asked) => Promise.all(asked.map(async (path) => (await fetch(`/console/api/${path}`)).status)),
    paths,
  )
}

async function sent(page: Page, path: string): Promise<number> {
  return await page.evaluate(async (to) => {
    const answer = await fetch(`/console/api/${to}`, { method: 'POST' })
    return answer.status
  }, path)
}
