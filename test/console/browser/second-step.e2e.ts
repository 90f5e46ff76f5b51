import { describe, expect, test } from 'bun:test'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { faultsInEveryLook } from './accessibility.ts'
import { member, openConsole, owner } from './console.ts'
import { openPage, waitForPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const daybook = untilEnd(await openConsole({ withMember: true }))

async function typeSignIn(page: Page, { email, password }: typeof owner): Promise<void> {
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

describe('a second step', () => {
  test('is added by a code on the screen, asked for at the next sign-in, and a recovery code stands in for it', async () => {
    const { page, problems, close } = await daybook.visit()
    await page.goto('/account')
    await typeSignIn(page, owner)
    await waitForPage(page, 'Your account')
    await page.getByRole('button', { name: 'Add a second step…', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a second step' })
    await dialog.getByRole('img', { name: 'The secret of the second step' }).waitFor()
    expect(await faultsInEveryLook(page)).toEqual([])
    const secret = await dialog.locator('code').innerText()
    await dialog.getByLabel('Code', { exact: true }).fill(new TOTP({ secret }).generate())
    await dialog.getByRole('button', { name: 'Switch it on', exact: true }).click()
    const shown = page.getByRole('dialog', { name: 'Your recovery codes' })
    const codes = (await shown.locator('.copyable').innerText()).split('\n')
    expect(codes).toHaveLength(10)
    expect(await faultsInEveryLook(page)).toEqual([])
    await shown.getByRole('button', { name: 'I have kept the codes', exact: true }).click()
    await page.getByText('It is on. 10 recovery codes are left.').waitFor()

    await page.context().clearCookies()
    await page.goto('/account')
    await typeSignIn(page, owner)
    const code = page.getByLabel('Code', { exact: true })
    await code.waitFor()
    expect(await faultsInEveryLook(page)).toEqual([])
    await code.fill('000000')
    await code.press('Enter')
    await page.getByText('This code is wrong, or was used.').waitFor()
    await code.fill(codes[0] ?? '')
    await page.getByLabel('Do not ask in this browser for 30 days', { exact: true }).check()
    await code.press('Enter')
    await page.getByText('It is on. 9 recovery codes are left.').waitFor()
    await page.getByRole('button', { name: 'Ask again in 1 trusted browser' }).waitFor()

    await page.getByRole('button', { name: 'Switch it off…', exact: true }).click()
    const off = page.getByRole('dialog', { name: 'Switch the second step off?' })
    await off.getByLabel('Code', { exact: true }).fill(codes[1] ?? '')
    await off.getByRole('button', { name: 'Switch it off', exact: true }).click()
    await page.getByRole('button', { name: 'Add a second step…', exact: true }).waitFor()
    expect(problems.filter((problem) => !problem.includes('403'))).toEqual([])
    await close()
  })
})

/** A device with a fingerprint, as Chromium plays one. */
async function withAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

describe('a passkey', () => {
  test('is added at a name, signs in without a password, and does not when it was removed', async () => {
    const { page, problems, close } = await daybook.visit()
    const named = daybook.url.replace('127.0.0.1', 'localhost')
    await page.goto(`${named}/account`)
    await withAuthenticator(page)
    await typeSignIn(page, member)
    await waitForPage(page, 'Your account')
    await page.getByRole('button', { name: 'Add a passkey…', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByLabel('Name', { exact: true }).fill('Counter tablet')
    expect(await faultsInEveryLook(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Go on', exact: true }).click()
    await page.getByText('The passkey is added.').waitFor()
    await page.getByText('At localhost').waitFor()
    expect(await faultsInEveryLook(page)).toEqual([])

    await page.context().clearCookies()
    await page.goto(`${named}/account`)
    await page.getByRole('button', { name: 'Sign in with a passkey', exact: true }).click()
    await waitForPage(page, 'Your account')
    await page.getByText(`${member.email}. Your role: Clerk.`).waitFor()

    await page.getByRole('button', { name: 'Remove Counter tablet', exact: true }).click()
    await page.getByRole('button', { name: 'Remove it', exact: true }).click()
    await page.getByText('You have none.').waitFor()
    await page.context().clearCookies()
    await page.goto(`${named}/sign-in`)
    await page.getByRole('button', { name: 'Sign in with a passkey', exact: true }).click()
    await page.getByText('This passkey does not open Daybook here.').waitFor()
    const others = problems.filter((problem) => !problem.startsWith(named))
    expect(others.filter((problem) => !/40[13]/.test(problem))).toEqual([])
    await close()
  })

  test('is not offered at an address that is a number, and the page says why', async () => {
    const page = await daybook.signedInPage({}, member)
    await openPage(page, '/account', 'Your account')
    await page.getByText('Browsers keep passkeys for a name alone').waitFor()
    expect(await page.getByRole('button', { name: 'Add a passkey…' }).count()).toBe(0)
  })
})
