import type { Report } from '../check.ts'
import type { Result } from '../scenario.ts'

/** What XML 1.0 cannot carry. */
// eslint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

/** The report as JUnit's XML: what is not shown is skipped. */
export function junitOf({ results }: Report, profile: string): string {
  const failures = results.filter(({ grade }) => grade === 'failed').length
  const skipped = results.filter(({ grade }) => grade === 'not_shown').length
  const counts = `tests="${results.length}" failures="${failures}" errors="0" skipped="${skipped}"`
  const cases = results.map((result) => caseOf(result, profile)).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
<testsuite name="daybook verify-client ${profile}" ${counts}>
${cases}
</testsuite>
</testsuites>
`
}

function caseOf({ name, title, grade, problems }: Result, profile: string): string {
  const head = `<testcase classname="${profile}.${name}" name="${xml(title)}"`
  const text = xml(problems.join('\n'))
  if (grade === 'passed') return `${head}/>`
  const element = grade === 'failed' ? 'failure' : 'skipped'
  return `${head}><${element} message="${xml(problems[0] ?? '')}">${text}</${element}></testcase>`
}

function xml(text: string): string {
  return Bun.escapeHTML(text.replaceAll(unprintable, '\uFFFD'))
}
