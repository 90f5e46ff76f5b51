// Shows within 90 seconds on two cores whether a change is sound: types, lint, and the tests without a server.
import { runSteps, type Step } from './steps.ts'
import { plainTests, sourceTestArgs } from './test-files.ts'

export const staticSteps: Step[] = [
  { name: 'format', args: ['run', 'fmt', '--check'] },
  { name: 'types', args: ['run', 'types'] },
  { name: 'lint', args: ['run', 'lint'] },
  { name: 'dead code', args: ['run', 'deadcode'] },
]

/** A function, so that files are looked for only when the steps are needed. */
export function plainTestSteps(): Step[] {
  return [{ name: 'tests', args: sourceTestArgs(plainTests()), runsTests: true }]
}

if (import.meta.main) await runSteps('quick', [staticSteps, plainTestSteps()])
