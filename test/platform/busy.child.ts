import { guardProcess } from '../../src/platform/process-guard.ts'

/**
 * Does what its arguments say, one after another: `spin MS` takes so much time of the processor, `sleep MS` none, `step` tells the
 * guard that it got on. It says each when it is done.
 */
const step = guardProcess()
const work = new Map<string, (ms: number) => unknown>([
  ['spin', spin],
  ['sleep', Bun.sleep],
  ['step', step],
])

for (const said of process.argv.slice(2)) {
  const [name = '', ms = '0'] = said.split(' ')
  await work.get(name)?.(Number(ms))
  console.log(said)
}
process.exit()

function spin(ms: number): void {
  const end = taken() + ms
  while (taken() < end);
}

function taken(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
