import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, devices, type BrowserContext } from 'playwright-core'
import { requireBrowser } from '../browser.ts'
import { programOn, type Lan } from './lan.ts'

/** Chromium's sandbox does not start for root. */
const args = ['--no-sandbox']

const here = { locale: 'en-IN', timezoneId: 'Asia/Kolkata' }

/** The browser of the shop's PC, with the small screen of an old PC. */
export async function pcBrowser({ pc }: Lan, folder: string): Promise<BrowserContext> {
  return await chromium.launchPersistentContext(join(folder, 'pc-browser'), {
    executablePath: programOn(pc, requireBrowser(), folder),
    args,
    viewport: { width: 1366, height: 768 },
    ...here,
  })
}

/** A phone that has no settings of the shop yet. `homeOf` has the certificates that the phone trusts. */
export async function phoneBrowser({ phone }: Lan, folder: string): Promise<BrowserContext> {
  const { defaultBrowserType: _, ...pixel } = devices['Pixel 7'] ?? {}
  return await chromium.launchPersistentContext(join(folder, 'phone-browser'), {
    executablePath: programOn(phone, requireBrowser(), folder),
    args,
    env: { ...process.env, HOME: homeOf(folder) },
    ...pixel,
    ...here,
  })
}

/** Trusts the root certificate, as Android does after a change in its settings. Chromium on Linux reads this store. */
export function trustRoot(folder: string, root: string): void {
  const store = join(homeOf(folder), '.pki/nssdb')
  mkdirSync(store, { recursive: true })
  const database = `sql:${store}`
  run('certutil', '-N', '-d', database, '--empty-password')
  run('certutil', '-A', '-d', database, '-t', 'C,,', '-n', 'Daybook', '-i', root)
}

function homeOf(folder: string): string {
  return join(folder, 'phone-home')
}

function run(...command: string[]): void {
  const ran = Bun.spawnSync(command, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (!ran.success) throw new Error(`${command.join(' ')} failed.`)
}
