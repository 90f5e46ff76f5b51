import { expect, test } from 'bun:test'
import { plainHttpWarning, type Site, erpnextAt } from '../../../src/bridge/erpnext/client.ts'
import { erpnextBooks } from '../../../src/bridge/erpnext/erpnext.ts'
import { openFakeErpnext } from '../../stand-ins/erpnext/fake-erpnext.ts'
import { companiesOf } from '../../../src/bridge/erpnext/companies.ts'

test.each(['http://192.168.1.20:8000', 'http://erp.example.com', 'http://10.0.0.5'])(
  '%s: the key can be read on the way, which is told',
  (url) => {
    expect(plainHttpWarning(url)).toContain('without encryption')
  },
)

test.each([
  'https://erp.example.com',
  'http://localhost:8000',
  'http://127.0.0.1:8000',
  'http://[::1]:8000',
])('%s: nobody reads along', (url) => {
  expect(plainHttpWarning(url)).toBe('')
})

test('the sentence about the books says it too, which the page Books and "bridge status" show', async () => {
  const fake = await openFakeErpnext()
  const site = erpnextAt(fake.url, fake.token)
  const [company] = await companiesOf(site)
  if (company === undefined) throw new Error('The site has no company.')
  const choice = { idField: 'name', submits: false, goodsItem: '' }
  const clock = { now: () => Date.parse('2026-11-23T10:00:00Z') }
  const elsewhere: Site = { ...site, url: 'http://192.168.1.20:8000' }
  const sentences = [site, elsewhere].map(async (each) => {
    return (await erpnextBooks(each, company, choice, clock).health()).sentence
  })
  const [here, there] = await Promise.all(sentences)
  expect(here).toBe('ERPNext is ready.')
  expect(there).toContain('ERPNext is ready. The key of ERPNext crosses the network')
  fake.close()
})
