import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { sizes } from './console.ts'
import { expectSoon, lookedUntil } from './waiting.ts'

/** Those of the tag `cat.color` but one, which axe-core leaves off: it asks for more contrast than WCAG AA. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

/**
 * What axe-core holds against a page as it is now, each with its place; `ofColours`: by its rules of colours only. It need not
 * fetch the style sheets again: no rule that is on reads them.
 */
export async function violationsOf(page: Page, ofColours = false): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  await expectSoon(() => movesOf(page), 0)
  const options: RunOptions = {
    resultTypes: ['violations'],
    preload: false,
    ...(ofColours && { runOnly: { type: 'rule', values: rulesOfColours } }),
  }
  const { violations } = await page.evaluate((given) => window.axe.run(given), options)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html}\n${failureSummary}`),
  )
}

/**
 * What is wrong with a view that only a person comes to, in both colours, on a shop's old screen and on a phone: what axe
 * holds against it, and where it is wider than its window. The window is left as it was.
 */
export async function faultsInEveryLook(page: Page): Promise<string[]> {
  const before = page.viewportSize() ?? sizes[1366]
  const faults: string[] = []
  for (const width of [390, 1366] as const) {
    await page.setViewportSize(sizes[width])
    for (const scheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await expectSoon(() => schemeOf(page), scheme)
      const found = await violationsOf(page, scheme === 'dark')
      faults.push(...found.map((fault) => `${width} ${scheme}: ${fault}`))
    }
    const overflow = await lookedUntil(() => overflowOf(page), 0)
    if (overflow > 0) faults.push(`${width}: ${overflow} pixels too wide`)
  }
  await page.setViewportSize(before)
  return faults
}

async function schemeOf(page: Page): Promise<string | undefined> {
  return await page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])
}

/** What still changes its colour or place; loaders, which turn for ever, aside. */
async function movesOf(page: Page): Promise<number> {
  return await page.evaluate(
    () =>
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .filter(({ playState }) => playState === 'running').length,
  )
}

/** By how many pixels the page is wider than its window. */
export async function overflowOf(page: Page): Promise<number> {
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return Math.max(wider, 0)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
