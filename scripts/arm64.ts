// The steps of `bun run soak` on the executable for 64-bit ARM, which Debian's QEMU runs ten times slower than this machine.
import { join } from 'node:path'
import { installPackages, isInstalled, type DebianPackage } from './debian-packages.ts'
import { notTried, type Step } from './steps.ts'
import { testFiles } from './test-files.ts'

const packages: DebianPackage[] = ['qemu-user', 'libc6-arm64-cross', 'libstdc++6-arm64-cross']

/** A test that takes longer hangs, in milliseconds. */
const testLimitMs = 300_000

/** The contract's tests. One step that says so where there is no QEMU. */
export function arm64Steps(): Step[][] {
  installPackages(packages)
  const missing = packages.filter((name) => !isInstalled(name))
  if (missing.length > 0) return [[notTried('arm64', missing)]]
  const tests = testFiles('test/{services,platform/http}/**/*.api.test.ts')
  return [
    [{ name: 'arm64 build', args: ['scripts/build.ts', '--target', 'bun-linux-arm64'] }],
    [
      {
        name: 'arm64',
        args: ['test', `--timeout=${testLimitMs}`, ...tests],
        runsTests: true,
        executable: join(import.meta.dir, 'arm64/daybook-qemu.sh'),
      },
    ],
  ]
}
