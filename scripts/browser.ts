import { existsSync } from 'node:fs'
import { installPackages } from './debian-packages.ts'

/** Names under which Chromium and its relatives are on the path. */
const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The same browser without windows. It needs half the work to open a page. */
const shell = 'chromium-headless-shell'

/** The places of browsers on systems where installers do not add them to the path. */
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
  'C:/Program Files (x86)/Google/Chrome/Application/chrome.exe',
  'C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe',
]

if (import.meta.main) {
  if (namedBrowser() === undefined) installPackages([shell])
  console.log(requireTestBrowser())
}

/** The browser of the tests: DAYBOOK_BROWSER, else the browser without windows, else any browser. */
export function requireTestBrowser(): string {
  return namedBrowser() ?? Bun.which(shell) ?? requireBrowser()
}

/**
 * A whole browser: DAYBOOK_BROWSER, else a browser that is found, else Debian's Chromium, which is installed if possible. Throws if there
 * is none.
 */
export function requireBrowser(): string {
  const found = findBrowser()
  if (found !== undefined) return found
  installPackages(['chromium'])
  const installed = findBrowser()
  if (installed !== undefined) return installed
  throw new Error(
    'The browser tests need Chromium or Chrome: install one, or name one in DAYBOOK_BROWSER.',
  )
}

function findBrowser(): string | undefined {
  const named = namedBrowser()
  if (named !== undefined) return named
  const onPath = commands.map((name) => Bun.which(name)).find((path) => path !== null)
  return onPath ?? places.find((path) => existsSync(path))
}

function namedBrowser(): string | undefined {
  const named = process.env['DAYBOOK_BROWSER']
  return named === '' ? undefined : named
}
