import { expect } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { recordNumbers, type numberFields } from './number-fields.ts'
import { openPage, waitForPage } from './waiting.ts'

/** What people type, and what an input that takes digits alone makes another number of. */
export const typed = ['2.5', '1,5', '5%', '-3', '1e3', '०', '12 kg'] as const

type Typed = (typeof typed)[number]

/** How a field is reached, its form sent, and what is kept then. */
export type Steps = {
  open(page: Page): Promise<Locator>
  send(page: Page, field: Locator): Promise<void>
  saved(page: Page): Promise<unknown>
  /** What is kept of what is understood; everything else is refused. */
  understood: { readonly [Text in Typed]?: unknown }
}

const pieces = { '०': 0 }
const amount = { '2.5': 2.5, '०': 0 }
const rate = { '2.5': 2.5, '5%': 5, '०': 0 }

type Kept = {
  id: string
  fields: Record<string, unknown>
  variants: Record<string, unknown>[]
}

/** The ids of what is there to be changed, by its SKU; of the order as `order`. */
export const ids = new Map<string, string>()

async function got<Answer>(page: Page, path: string): Promise<Answer> {
  const answer = await page.request.get(`/console/api/${path}`)
  expect(answer.status()).toBe(200)
  const json: Answer = await answer.json()
  return json
}

export async function itemsOf<Item>(page: Page, path: string): Promise<Item[]> {
  const { items } = await got<{ items: Item[] }>(page, path)
  return items
}

function field(page: Page, label: string): Locator {
  return page.getByLabel(label, { exact: true })
}

const press = async (page: Page, name: string | RegExp) =>
  await page.getByRole('button', { name, exact: true }).first().click()

const anEnter = (_: Page, input: Locator) => input.press('Enter')

/** A number of a product, on its page. */
function ofProduct(
  sku: string,
  label: string,
  { read, understood }: { read: (product: Kept) => unknown; understood: Steps['understood'] },
): Steps {
  const path = () => `catalogue/${ids.get(sku)}`
  return {
    understood,
    async open(page) {
      await page.goto(`/${path()}`)
      await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
      return field(page, label)
    },
    async send(page, input) {
      await press(page, 'Save')
      // No rate of GST is 2.5 %: it is asked about.
      const isAsked = label === 'GST rate' && (await input.inputValue()) === '2.5'
      if (isAsked) await press(page, 'Save with 2.5 %')
    },
    saved: async (page) => read(await got<Kept>(page, `products/${ids.get(sku)}`)),
  }
}

const rules: Readonly<Record<string, Steps['understood']>> = {
  stock_quantity: { ...pieces, '-3': -3 },
  b2b_min_qty: pieces,
  gst_pct: rate,
}

/** A field of the order that is placed last, where the free line is one that is typed whole. */
function ofOrder(
  label: string,
  understood: Steps['understood'],
  read: (order: { lines: Record<string, unknown>[]; discount: number }) => unknown,
): Steps {
  return {
    understood,
    async open(page) {
      await openPage(page, '/orders/new', 'New order')
      await press(page, 'Something that is not in the catalogue')
      await field(page, 'Name of the new line').fill('Bag')
      await field(page, 'Unit price of Bag').fill('20')
      await field(page, 'GST rate of Bag').fill('18')
      return field(page, label)
    },
    send: (page) => press(page, 'Place the order'),
    async saved(page) {
      const [last] = await itemsOf<{ id: string }>(page, 'orders?size=1')
      return read(await got(page, `orders/${last?.id}`))
    },
  }
}

const ofOffer = (kind: string, label: string, understood: Steps['understood']): Steps => ({
  understood,
  async open(page) {
    await openPage(page, '/offers', 'Offers')
    await press(page, 'New offer')
    await field(page, 'Title').fill(`Offer ${crypto.randomUUID()}`)
    await page.getByRole('combobox', { name: 'What it gives' }).click()
    await page.getByRole('option', { name: kind, exact: true }).click()
    return field(page, label)
  },
  send: (page) => press(page, 'Add the offer'),
  async saved(page) {
    const offers = await itemsOf<{ id: string; ruleValue: string }>(page, 'offers')
    return offers.toSorted((a, b) => (a.id < b.id ? 1 : -1))[0]?.ruleValue
  },
})

const ofLabels = (label: string, labelled: readonly string[]): Steps => ({
  understood: label === 'Begin at label' ? {} : pieces,
  async open(page) {
    const which = { ids: labelled.map((sku) => ids.get(sku)) }
    await page.goto(`/catalogue/labels#${encodeURIComponent(JSON.stringify(which))}`)
    await waitForPage(page, 'Labels')
    return field(page, label)
  },
  send: anEnter,
  saved: (page) => page.locator('.label-sheet img, .label-sheet svg').count(),
})

const inList = (sku: string, column: 'selling price' | 'stock'): Steps => ({
  understood: column === 'stock' ? { ...pieces, '-3': -3 } : amount,
  async open(page) {
    await openPage(page, `/catalogue?search=${sku}`, 'Products')
    await page.getByTitle(`Change the ${column}`).click()
    return page.locator('.inline-number input')
  },
  send: anEnter,
  async saved(page) {
    const { fields } = await got<Kept>(page, `products/${ids.get(sku)}`)
    return fields[column === 'stock' ? 'stock_quantity' : 'sale_price']
  },
})

/** A number in the settings, none of what is typed is within its bounds. */
const inSettings = (section: string, heading: string, label: string, action: string): Steps => ({
  understood: {},
  async open(page) {
    await openPage(page, `/settings?section=${section}`, heading)
    return field(page, label)
  },
  send: async (_, input) => {
    const form = input.locator('xpath=ancestor::form')
    await form.getByRole('button', { name: action, exact: true }).click()
  },
  saved: () => Promise.resolve(undefined),
})

type Listed = (typeof numberFields)[keyof typeof numberFields][number][number]

const steps: Readonly<Record<Listed, Steps>> = {
  'price in the list': inList('TEA', 'selling price'),
  'stock in the list': inList('TEA', 'stock'),
  credits: {
    // The server takes no entry of 0.
    understood: { '-3': -4, '०': -4 },
    async open(page) {
      await openPage(page, '/credits', 'Credits')
      await press(page, 'Enter credits')
      await field(page, 'A correction').check()
      await field(page, 'Note').fill('Counted anew')
      return field(page, 'Credits')
    },
    send: (page) => press(page, 'Correct'),
    saved: async (page) => (await got<{ balance: number }>(page, 'credits')).balance,
  },
  'calls a minute': {
    understood: {},
    async open(page) {
      await openPage(page, '/keys', 'API keys')
      await press(page, 'New key')
      await field(page, 'Name').fill('Tally')
      await page.getByRole('radio', { name: 'Document export' }).check()
      await page.getByRole('radio', { name: 'Only mine' }).check()
      return field(page, 'Calls a minute (optional)')
    },
    send: (page) => press(page, 'Make the key'),
    saved: () => Promise.resolve(undefined),
  },
  'first label': ofLabels('Begin at label', ['TEA']),
  'labels of each': ofLabels(
    'Labels of each',
    Array.from({ length: 60 }, (_, at) => `BULK-${at}`),
  ),
  'labels of one': ofLabels('Labels of Assam Tea', ['TEA']),
  'percentage of an offer': ofOffer('Percentage off', 'Per cent', {
    '2.5': '2.5',
    '5%': '5',
    // The server takes nothing off by no offer.
    '०': '5',
  }),
  'amount of an offer': ofOffer('Amount off', 'Rupees', { '2.5': '2.5', '०': '2.5' }),
  discount: ofOrder('Discount (optional)', amount, ({ discount }) => discount / 100),
  'goods that came back': {
    // Nothing came back: the server takes no such return.
    understood: { '०': 0 },
    async open(page) {
      await openPage(page, `/orders/${ids.get('order')}`, 'Order TEA-1')
      await press(page, 'Goods came back…')
      return field(page, 'Assam Tea')
    },
    send: (page) => press(page, 'Take back and credit'),
    async saved(page) {
      const { lines } = await got<{ lines: Record<string, unknown>[] }>(
        page,
        `orders/${ids.get('order')}`,
      )
      return lines[0]?.['returnedQuantity']
    },
  },
  quantity: ofOrder('Quantity of Bag', {}, ({ lines }) => lines[0]?.['quantity']),
  'unit price': ofOrder(
    'Unit price of Bag',
    amount,
    ({ lines }) => Number(lines[0]?.['unitPrice']) / 100,
  ),
  'GST rate of a line': ofOrder(
    'GST rate of Bag',
    rate,
    ({ lines }) => Number(lines[0]?.['gstBasisPoints']) / 100,
  ),
  'next invoice': inSettings('invoices', 'Settings', 'Next invoice', 'Set the next invoice'),
  'documents at once': inSettings('reading', 'Settings', 'Documents at once', 'Save'),
  'part of the disk': inSettings('shop', 'Settings', 'Largest part, in per cent', 'Save'),
}

export const allSteps: readonly (readonly [string, Steps])[] = [
  ...Object.entries(steps),
  ...Object.entries(recordNumbers.product).map(([name, label]): [string, Steps] => [
    `${name} of a product`,
    ofProduct('TEA', label, {
      read: ({ fields }) => fields[name],
      understood: rules[name] ?? amount,
    }),
  ]),
  ...Object.entries(recordNumbers.variant).map(([name, label]): [string, Steps] => [
    `${name} of a variant`,
    ofProduct('SHIRT', label, {
      read: ({ variants }) => variants[0]?.[name],
      understood: rules[name] ?? amount,
    }),
  ]),
]
