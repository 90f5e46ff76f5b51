import type { Page } from 'playwright-core'
import { sampleDocument, sampleOrder } from './sample-shop.ts'
import { expectFocus } from './waiting.ts'

/** What opens above a page: how to open it, and wait until it is there. */
export const dialogues: readonly {
  name: string
  path: string
  open(page: Page): Promise<void>
}[] = [
  {
    name: 'ask for a bill',
    path: '/gstr-2b',
    async open(page) {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Ask for the bill…' }).click()
      await page.getByText('Please send us a copy').waitFor()
    },
  },
  {
    name: 'the form for a key',
    path: '/keys',
    async open(page) {
      await openForm(page, 'New key', 'Name')
      await page.getByLabel('Storefront', { exact: true }).check()
      await page.getByText('What it may do').waitFor()
    },
  },
  {
    name: 'a key that is shown once',
    path: '/keys',
    async open(page) {
      await openForm(page, 'New key', 'Name')
      await page.getByLabel('Name', { exact: true }).fill('Tally at the counter')
      await page.getByLabel('Document export', { exact: true }).check()
      await page.getByLabel('Only mine', { exact: true }).check()
      await page.getByRole('button', { name: 'Make the key', exact: true }).click()
      await page.getByText('It is shown only this once').waitFor()
    },
  },
  {
    name: 'what something is in the books',
    path: '/books',
    async open(page) {
      await page.getByLabel('Choose for Basmati Rice 5 kg', { exact: true }).click()
      await page.getByText('On the documents:').waitFor()
    },
  },
  {
    name: 'what waits for the books',
    path: '/books',
    async open(page) {
      await page.getByRole('button', { name: 'Look at it', exact: true }).first().click()
      await page.getByRole('button', { name: 'Try again', exact: true }).waitFor()
    },
  },
  {
    name: 'what a program has leased',
    path: '/documents',
    async open(page) {
      await page.getByRole('button', { name: 'Take back now…', exact: true }).click()
      await page.getByText('It waits for every program again.').waitFor()
    },
  },
  {
    name: 'a ledger that is made in the books',
    path: '/books',
    async open(page) {
      await page.getByLabel('More for Input IGST at 18 %', { exact: true }).click()
      await page.getByRole('menuitem', { name: 'Make the ledger in Tally…', exact: true }).click()
      await page.getByText('The bridge looks once more').waitFor()
    },
  },
  {
    name: 'the merging of vendors',
    path: '/vendors',
    async open(page) {
      await page.getByLabel('Actions for Acme', { exact: true }).click()
      await page.getByRole('menuitem', { name: 'Merge with another…', exact: true }).click()
      await page.getByRole('combobox', { name: 'The vendor that is the same' }).fill('decc')
      await page.getByRole('option', { name: 'Deccan Oils', exact: true }).click()
      await page.getByText('“Acme” becomes an alias of “Deccan Oils”').waitFor()
    },
  },
  {
    name: 'the form for a rule',
    path: '/rules',
    open: (page) => openForm(page, 'New rule', 'Label on the document'),
  },
  {
    name: 'putting documents back',
    path: '/documents',
    async open(page) {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Put some days back…', exact: true }).click()
      await expectFocus(page.getByLabel('First day', { exact: true }))
    },
  },
  {
    name: 'documents that are chosen',
    path: '/documents',
    async open(page) {
      await page.getByLabel('Select bill-041.pdf', { exact: true }).check()
      await page.getByText('1 chosen', { exact: true }).waitFor()
    },
  },
  {
    name: 'the columns of a list',
    path: '/documents',
    async open(page) {
      await page.getByRole('button', { name: 'Columns', exact: true }).click()
      await page.getByLabel('Added by', { exact: true }).waitFor()
    },
  },
  {
    name: 'saving a view',
    path: '/orders',
    async open(page) {
      await page.getByRole('button', { name: 'Views', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Save this view…', exact: true }).click()
      await expectFocus(page.getByLabel('Name', { exact: true }))
    },
  },
  {
    name: 'adding documents',
    path: '/documents',
    async open(page) {
      await page.getByRole('button', { name: 'Add documents', exact: true }).click()
      const files = page.getByRole('dialog').locator('input[type=file]')
      const name = 'a bill with a rather long name, as cameras and suppliers give them.pdf'
      await files.setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
      await page.getByRole('button', { name: 'Add the document', exact: true }).waitFor()
    },
  },
  {
    name: 'photographing, where there is no camera',
    path: '/documents',
    async open(page) {
      await page.getByRole('button', { name: 'Add documents', exact: true }).click()
      await page.getByRole('button', { name: 'Photograph with the camera', exact: true }).click()
      await page.getByText('No camera was found').waitFor()
    },
  },
  {
    name: 'reading a barcode, where there is no camera',
    path: '/catalogue',
    async open(page) {
      await page.getByRole('button', { name: 'Read a barcode with the camera' }).click()
      await page.getByText('No camera was found').waitFor()
    },
  },
  {
    name: 'what a form proposes',
    path: `/documents/${sampleDocument('d2')}?edit=true`,
    async open(page) {
      // The form takes the focus itself as it begins, and what is proposed goes with it.
      await page.locator('.bill-form input:focus').waitFor()
      await page.getByLabel('Seller', { exact: true }).fill('dec')
      await page.getByRole('option', { name: /Deccan Oils/ }).waitFor()
    },
  },
  {
    name: 'what cannot be right in a form',
    path: `/documents/${sampleDocument('d2')}?edit=true`,
    async open(page) {
      await page.getByLabel('Total', { exact: true }).fill('85o8')
      await page.getByText('This cannot be right').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'putting orders back',
    path: '/orders',
    async open(page) {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Put some days back…', exact: true }).click()
      await page.getByLabel('Delivered from', { exact: true }).fill('19/1/2026')
      await page.getByLabel('Delivered until', { exact: true }).fill('19/1/2026')
      await page.getByLabel('Delivered until', { exact: true }).press('Tab')
      await page.getByText('1 order, 1 line').waitFor()
    },
  },
  {
    name: 'a question before something is lost',
    path: `/orders/${sampleOrder}`,
    async open(page) {
      await page.getByRole('button', { name: 'Put back…', exact: true }).click()
      await page.getByRole('dialog').getByText('will be delivered again').waitFor()
    },
  },
  {
    name: 'the form for an offer',
    path: '/offers',
    open: (page) => openForm(page, 'New offer', 'Title'),
  },
  {
    name: 'the form for a category',
    path: '/categories',
    open: (page) => openForm(page, 'New category', 'Name'),
  },
  {
    name: 'the form for a user',
    path: '/users',
    open: (page) => openForm(page, 'Invite somebody', 'Name'),
  },
  {
    name: 'the roles of a user',
    path: '/users',
    async open(page) {
      await page.getByLabel('Actions for Ravi Kumar', { exact: true }).click()
      await page.getByRole('menuitem', { name: 'Roles…', exact: true }).click()
      await page.getByRole('dialog').getByLabel('Counter', { exact: true }).waitFor()
    },
  },
  {
    name: 'the field that goes everywhere',
    path: '/',
    async open(page) {
      await page.getByRole('heading', { level: 1, name: 'Today', exact: true }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('textbox', { name: 'Go to', exact: true }).fill('cotton')
      await page.getByRole('option', { name: 'Cotton shirt' }).waitFor()
    },
  },
  {
    name: 'the keys',
    path: '/documents',
    async open(page) {
      await page.getByRole('heading', { level: 1, name: 'Documents', exact: true }).waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog').getByText('Show the keys').waitFor()
    },
  },
  {
    name: 'the form for credits',
    path: '/credits',
    open: (page) => openForm(page, 'Enter credits', 'Credits'),
  },
]

/** Opens a form by its button; its first field has the focus then. */
async function openForm(page: Page, button: string, field: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).first().click()
  await expectFocus(page.getByLabel(field, { exact: true }))
}
