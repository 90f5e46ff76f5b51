import type { Report } from './check.ts'
import type { Grade, Result } from './scenario.ts'
import type { Traced } from './trace.ts'

const words: Record<Grade, string> = {
  passed: 'passed',
  failed: 'failed',
  not_shown: 'not shown',
}

const style = `
:root { color-scheme: light dark; --line: light-dark(#ccc, #555); --bad: light-dark(#b00020, #ff8a80); --good: light-dark(#0b6b2e, #7bd88f) }
body { background: light-dark(#fff, #141414); color: light-dark(#1a1a1a, #eee); font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem }
section { border-top: 1px solid var(--line); padding: .5rem 0 }
h2 { font-size: 1.1rem; margin: .5rem 0 }
.passed b { color: var(--good) } .failed b { color: var(--bad) }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border-left: 3px solid var(--line); margin: .5rem 0; padding-left: .75rem; font-size: .85rem }
`

/** What went wrong stands first. */
const order: readonly Grade[] = ['failed', 'not_shown', 'passed']

/** The report as a page that needs nothing beside it and runs nothing: it may be sent to somebody. */
export function pageOf({ base, results, trace }: Report, title: string, made: Date): string {
  const sorted = order.flatMap((grade) => results.filter((result) => result.grade === grade))
  const hash = new Bun.CryptoHasher('sha256').update(style).digest('base64')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'sha256-${hash}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: ${Bun.escapeHTML(summaryOf(results))}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${Bun.escapeHTML(summaryOf(results))}. Played at ${Bun.escapeHTML(base)} on ${made.toISOString()}.</p>
${sorted.map((result) => sectionOf(result, trace)).join('\n')}
</main>
</body>
</html>
`
}

/** How many are of each grade: `16 passed, 1 failed, 1 not shown`. */
export function summaryOf(results: readonly Result[]): string {
  const grades = ['passed', 'failed', 'not_shown'] as const
  return grades
    .map((grade) => `${results.filter((result) => result.grade === grade).length} ${words[grade]}`)
    .join(', ')
}

function sectionOf({ name, title, why, grade, problems, notes }: Result, trace: readonly Traced[]) {
  const calls = trace.filter(({ scenario }) => scenario === name)
  const lines = [...problems, ...notes].map((text) => `<li>${prose(text)}</li>`).join('')
  return `<section class="${grade}">
<h2><b>${words[grade]}</b> ${Bun.escapeHTML(title)}</h2>
<p>${prose(why)}</p>
${lines === '' ? '' : `<ul>${lines}</ul>`}
${calls.length === 0 ? '' : `<details><summary>${calls.length} calls</summary>${calls.map(callOf).join('')}</details>`}
</section>`
}

/** Words in backquotes are code. */
function prose(text: string): string {
  return Bun.escapeHTML(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

function callOf(traced: Traced): string {
  const { at, method, path, headers, body, status, answer, fault } = traced
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const outcome = status === 0 ? 'no answer: the connection ended' : String(status)
  const lines = [
    `${new Date(at).toISOString()} ${method} ${path}`,
    ...head,
    ...(body === '' ? [] : ['', body]),
    '',
    `→ ${outcome}${fault === '' ? '' : ` (${fault.replaceAll('_', ' ')})`}`,
    ...(answer === '' ? [] : [answer]),
  ]
  return `<pre>${Bun.escapeHTML(lines.join('\n'))}</pre>`
}

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
