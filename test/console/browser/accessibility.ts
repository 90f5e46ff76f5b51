import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe-core holds against a page as it is now, of the serious kinds: each with its place. */
export async function seriousViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ['violations'] }))
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary = '' }) => `${id}: ${html}\n${failureSummary}`),
    )
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
