import { expect, onTestFinished } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type Page,
  type Request,
} from 'playwright-core'
import { openDatabaseForCommand } from '../../../src/platform/db/database.ts'
import { dataDir } from '../../../src/platform/disk/data-dir.ts'
import { writeSetting } from '../../../src/platform/settings.ts'
import { readingSetting } from '../../../src/services/scan-export/scans/reading-rows.ts'
import { requireTestBrowser } from '../../../scripts/browser.ts'
import { runExecutable, startExecutable } from '../../support/executable.ts'
import { noteNight } from '../../support/night.ts'
import { expectSoon } from './waiting.ts'

/** Chromium's sandbox does not start for root, which is what a container runs as. */
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []

function cameraArgs(film: string): string[] {
  return [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ]
}

/** How many times slower than here the pages run, to see whether the tests wait for what they need. */
const slowdown = Number(process.env['DAYBOOK_BROWSER_SLOWDOWN'] ?? 1)

/** Each answer is late by up to this many milliseconds, so that answers come in another order than they were asked for. */
const delayMs = Number(process.env['DAYBOOK_BROWSER_DELAY'] ?? 0)

export const owner = {
  name: 'Asha Rao',
  email: 'asha@sharma.example',
  password: 'teal lantern harvest',
}

export const member = {
  name: 'Ravi Kumar',
  email: 'ravi@sharma.example',
  password: 'purple kettle sunday',
}

/** Window sizes: a shop's old screen, a phone, a large screen. */
export const sizes = {
  1366: { width: 1366, height: 768 },
  390: { width: 390, height: 844 },
  1920: { width: 1920, height: 1080 },
} as const

const betweenLooksMs = 50

export type Width = keyof typeof sizes

/** `isTouched`: by fingers, as a phone is. */
export type Look = { width?: Width; scheme?: 'light' | 'dark'; isTouched?: boolean }

/** A browser window of its own: nothing is shared with another one. */
export type Visit = {
  page: Page
  /** Errors in the console, uncaught errors, requests to another address: must be empty. */
  problems: string[]
  /** Waits until the page has an answer to all that it asked for: before its session ends, for one. */
  answered(): Promise<void>
  close(): Promise<void>
}

export type Console = {
  url: string
  dir: string
  /** The set-up link, when nobody set it up yet. */
  setUpUrl: string | undefined
  /** The GSTR-2B that the demo has to be dropped. */
  gstr2bFile: string | undefined
  visit(look?: Look): Promise<Visit>
  /** A window of somebody who is signed in; the owner unless told otherwise. */
  visitSignedIn(look?: Look, who?: Who): Promise<Visit>
  /** The page of such a window, which closes with the test and must have no problems then. */
  page(look?: Look): Promise<Page>
  signedInPage(look?: Look, who?: Who): Promise<Page>
  run(command: readonly string[], stdin?: string): Promise<string>
  close(): Promise<void>
}

type Who = { email: string; password: string }

type State = Awaited<ReturnType<BrowserContext['storageState']>>

type Input = {
  /** Nobody set it up yet; otherwise the command line does. */
  isEmpty?: boolean
  withMember?: boolean
  /** The sample shop, on data of its own. */
  isDemo?: boolean
  /** Daybook reads what comes in; most tests type it. */
  isReading?: boolean
  /** What the camera sees, a file of JPEGs one behind the other; without it there is none. */
  film?: string
}

/** What Daybook does by itself some time after its start does not come between what a test does. */
async function prepare(root: string, isReading: boolean): Promise<void> {
  const database = openDatabaseForCommand(dataDir(root), Date.now())
  await noteNight(database)
  if (!isReading) {
    await database.write((conn) => writeSetting(conn, readingSetting, { isOn: false, atOnce: 1 }))
  }
  await database.close()
}

/** The built file on a data directory of its own, and a browser. */
export async function openConsole({
  isEmpty = false,
  withMember = false,
  isDemo = false,
  isReading = false,
  film,
}: Input = {}): Promise<Console> {
  const dir = mkdtempSync(join(tmpdir(), 'daybook-console-'))
  const run = async (command: readonly string[], stdin = '') => {
    const ran = await runExecutable([...command, '--data', dir], dir, { stdin })
    if (ran.code !== 0) throw new Error(`${command.join(' ')}: ${ran.stderr}`)
    return ran.stdout
  }
  if (!isEmpty && !isDemo) {
    const shop = ['--organisation', 'Sharma General Stores', '--name', owner.name]
    await run(['setup', ...shop, '--owner', owner.email, '--password-stdin'], owner.password)
  }
  if (!isEmpty && !isDemo) await prepare(dir, isReading)
  if (withMember) {
    const names = ['--email', member.email, '--name', member.name, '--role', 'member']
    await run(['user', 'add', ...names, '--password-stdin'], member.password)
  }
  const browser = await chromium.launch({
    executablePath: requireTestBrowser(),
    args: film === undefined ? args : [...args, ...cameraArgs(film)],
  })
  // A free port of HTTPS, too: several of these run at once.
  const command = isDemo ? ['demo'] : ['serve', '--data', dir, '--https-port', '0']
  const server = await startExecutable([...command, '--port', '0'], dir)
  const signedIn = new Map<string, State>()
  const started: { setUp?: { url?: string }; gstr2b?: string } = JSON.parse(server.text)
  const visitSignedIn = async (look?: Look, who: Who = owner) => {
    const state = signedIn.get(who.email) ?? (await signIn(browser, server.url, who))
    signedIn.set(who.email, state)
    return await visit(browser, server.url, look, state)
  }
  return {
    url: server.url,
    dir,
    setUpUrl: started.setUp?.url,
    gstr2bFile: started.gstr2b,
    run,
    visit: (look) => visit(browser, server.url, look),
    visitSignedIn,
    page: async (look) => untilTested(await visit(browser, server.url, look)),
    signedInPage: async (look, who) => untilTested(await visitSignedIn(look, who)),
    async close() {
      await browser.close()
      await server.end()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

function untilTested({ page, problems, close }: Visit): Page {
  onTestFinished(async () => {
    const found = [...problems]
    await close()
    expect(found).toEqual([])
  })
  return page
}

async function visit(
  browser: Browser,
  baseURL: string,
  { width = 1366, scheme = 'light', isTouched = false }: Look = {},
  storageState?: State,
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL,
    viewport: sizes[width],
    colorScheme: scheme,
    hasTouch: isTouched,
    reducedMotion: 'reduce',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    ...(storageState === undefined ? {} : { storageState }),
  })
  const page = await context.newPage()
  if (slowdown > 1) {
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  }
  if (delayMs > 0) {
    await context.route('**/*', async (route) => {
      await Bun.sleep(Math.random() * delayMs)
      await route.continue()
    })
  }
  const unanswered = unansweredOf(page)
  return {
    page,
    problems: problemsOf(page, baseURL),
    answered: () => expectSoon(() => leftOpen(unanswered), 0),
    async close() {
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    },
  }
}

/** By the call that the page makes: `sign-in.e2e.ts` signs in on the page. */
async function signIn(browser: Browser, url: string, who: Who) {
  const context = await browser.newContext({ baseURL: url })
  const data = { email: who.email, password: who.password }
  const answer = await context.request.post('/console/api/sign-in', {
    headers: { origin: url },
    data,
  })
  if (!answer.ok()) throw new Error(`${who.email}: ${await answer.text()}`)
  const state = await context.storageState()
  await context.close()
  return state
}

/** What the page has asked for and has no answer to yet. */
function unansweredOf(page: Page): ReadonlySet<Request> {
  const unanswered = new Set<Request>()
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') unanswered.add(request)
  })
  page.on('requestfinished', (request) => unanswered.delete(request))
  page.on('requestfailed', (request) => unanswered.delete(request))
  return unanswered
}

/** How many requests have no answer at two looks: what waited for an answer may be asked for right after it. */
async function leftOpen(unanswered: ReadonlySet<Request>): Promise<number> {
  const before = unanswered.size
  await Bun.sleep(betweenLooksMs)
  return before + unanswered.size
}

/** What leads nowhere: data of the page itself, and the browser's own viewer for PDFs. */
const ownProtocols = ['data:', 'blob:', 'chrome:', 'chrome-extension:']

function problemsOf(page: Page, url: string): string[] {
  const problems: string[] = []
  page.on('console', (message) => {
    // A refusal that the page expects (a wrong password) is logged by the browser itself, not by the page.
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (['error', 'warning'].includes(message.type()) && !isRefusal) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== url && !ownProtocols.includes(protocol)) problems.push(request.url())
  })
  return problems
}
