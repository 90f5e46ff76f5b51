import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

/** Those of the tag `cat.color` but one, which axe-core leaves off: it asks for more contrast than WCAG AA. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

/**
 * What axe-core holds against a page as it is now, of the serious kinds: each with its place. `ofColours`: by its rules of
 * colours only. It need not fetch the style sheets again: no rule that is on reads them.
 */
export async function seriousViolations(page: Page, ofColours = false): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: RunOptions = {
    resultTypes: ['violations'],
    preload: false,
    ...(ofColours && { runOnly: { type: 'rule', values: rulesOfColours } }),
  }
  const { violations } = await page.evaluate((given) => window.axe.run(given), options)
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
