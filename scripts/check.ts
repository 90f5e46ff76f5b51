// The check of each change: `bun run quick`, and the tests that need the built file or a browser. `bun run prove` tries the rest.
import { plainTestSteps, staticSteps } from './quick.ts'
import { runSteps } from './steps.ts'
import { browserTests, executableTests, sourceTestArgs, testArgs, testsOf } from './test-files.ts'

/** Enough kills to show that the loop and its rules still work. `bun run prove` kills a server as often as has found errors. */
const kills = 6

await runSteps('check', [
  [
    ...staticSteps,
    { name: 'advisories', args: ['scripts/advisories.ts'], saysHowMuch: true },
    // Installing a browser may take longer than a test may.
    { name: 'browser', args: ['scripts/browser.ts'] },
    { name: 'build', args: ['run', 'build'] },
  ],
  plainTestSteps(),
  [{ name: 'slow tests', args: sourceTestArgs(testsOf('slow')), runsTests: true }],
  [{ name: 'executable', args: testArgs(executableTests()), runsTests: true, afterBuild: true }],
  [{ name: 'pages', args: testArgs(browserTests()), runsTests: true, afterBuild: true }],
  [
    {
      name: 'crash loop',
      args: ['scripts/crash-loop.ts', '--kills', String(kills)],
      afterBuild: true,
    },
  ],
])
