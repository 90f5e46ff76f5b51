import { startLimited } from '../../src/platform/limited-process.ts'
import { firstLine } from '../../src/platform/own-program.ts'

/** Starts Daybook for a file that never ends, to be drawn and to be read; says the processes' ids once it is read; waits. */
const [file = ''] = process.argv.slice(2)
const limits = { processorMs: 600_000, clockMs: 600_000 }
const options = { limits, isPatient: true, signal: new AbortController().signal }
const context = { ownGstin: null, vendorNames: [], today: '2026-11-22', careful: false }
const drawing = startLimited({ args: ['picture', file, '1', '600'], stdin: 'ignore', ...options })
const stdin = new Blob([JSON.stringify(context)])
const reading = startLimited({ args: ['read', file], stdin, ...options })
await firstLine(reading.stdout)
console.log(JSON.stringify([drawing.pid, reading.pid]))
setInterval(() => undefined, limits.clockMs)
