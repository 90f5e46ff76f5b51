import { describe, expect, test } from 'bun:test'
import { member, openConsole } from './console.ts'
import { copyable, expectInAddress, follow, openPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const daybook = untilEnd(await openConsole({ withMember: true }))
const key = await makeKey(['--user', member.email, '--name', 'Tally', '--service', 'scan-export'])
const shop = ['--user', 'asha@sharma.example', '--name', 'ERP', '--service', 'storefront']
await makeKey([...shop, '--scope', 'orders:read', '--scope', 'orders:write'])

async function makeKey(options: readonly string[]): Promise<string> {
  const made: { key: string } = JSON.parse(
    await daybook.run(['key', 'create', ...options, '--json']),
  )
  return made.key
}

describe('an integration', () => {
  test('works by the lines that the page shows, and its calls are on the page soon after', async () => {
    const page = await daybook.signedInPage({}, member)
    await openPage(page, '/integrations', 'Integrations')
    await follow(page.getByRole('link', { name: 'Tally', exact: true }), 'Tally')
    await page.getByText('No program has used this key yet').first().waitFor()
    await page.getByRole('tab', { name: 'Code to begin with', exact: true }).click()
    const code = await copyable(page, '')
    const [, address = ''] = /"(http[^"]+unsynced[^"]*)"/.exec(code) ?? []
    const headers = { authorization: `Bearer ${key}` }
    expect((await fetch(address, { headers })).status).toBe(200)
    expect((await fetch(`${address}0000`, { headers })).status).toBe(400)

    await page.getByRole('tab', { name: 'Last calls', exact: true }).click()
    const failed = page.getByRole('row').filter({ hasText: '400 Not understood' })
    await failed.getByText('limit must be a whole number').waitFor()
    await page.getByText('Failed', { exact: true }).click()
    await page.getByText('200 Done').waitFor({ state: 'detached' })
    await expectInAddress(page, 'result', 'failed')
  })

  test('has code in five languages, for what its key may do', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/integrations', 'Integrations')
    await follow(page.getByRole('link', { name: 'ERP', exact: true }), 'ERP')
    await page.getByRole('tab', { name: 'Code to begin with', exact: true }).click()
    for (const [language, sign] of [
      ['curl', 'curl -H'],
      ['PowerShell', 'Invoke-RestMethod'],
      ['Python', 'urllib.request'],
      ['C#', 'HttpClient'],
      ['Excel (VBA)', 'Option Explicit'],
    ] as const) {
      await page.getByText(language, { exact: true }).click()
      const code = page.locator('.copyable').filter({ hasText: sign })
      const text = (await code.textContent()) ?? ''
      expect(text).toContain(`${daybook.url}/storefront/api/public/v1/`)
      expect(text).toContain('orders/sync')
    }
    expect(await page.getByText('Send stock').count()).toBe(0)
  })

  test('leads to its API page and its reference page', async () => {
    const { page, close } = await daybook.visitSignedIn()
    await openPage(page, '/integrations', 'Integrations')
    await follow(page.getByRole('link', { name: 'Tally', exact: true }), 'Tally')
    for (const name of ['API page', 'Reference page', 'openapi.json']) {
      const link = page.getByRole('link', { name, exact: true })
      const path = (await link.getAttribute('href')) ?? ''
      expect([path, (await fetch(`${daybook.url}${path}`)).status]).toEqual([path, 200])
    }
    await close()
  })

  test('of somebody else is none for a member', async () => {
    const { page, close } = await daybook.visitSignedIn({}, member)
    await openPage(page, '/integrations', 'Integrations')
    await page.getByRole('link', { name: 'Tally', exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'ERP', exact: true }).count()).toBe(0)
    await page.goto('/integrations/00000000-0000-7000-8000-000000000000')
    await page.getByText('There is nothing here').waitFor()
    await close()
  })
})
