import { readFileSync } from 'node:fs'

/** What asks a program to end: Ctrl+C, the system, a closed window and, on Windows, Ctrl+Break. */
const stopSignals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK']

/** Calls `stop` at each of these signals until it is disposed of. */
export function onStopSignal(stop: () => void): Disposable {
  const heard = stopSignals.filter((signal) => signal !== 'SIGHUP' || !isHangUpIgnored())
  for (const signal of heard) process.on(signal, stop)
  return {
    [Symbol.dispose]() {
      for (const signal of heard) process.off(signal, stop)
    },
  }
}

/** Resolves when the process is asked to end. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const listening = onStopSignal(() => {
      listening[Symbol.dispose]()
      resolve()
    })
  })
}

/** `nohup` starts what is to outlive its terminal: the signal is ignored from the start, and stays so. */
function isHangUpIgnored(): boolean {
  if (process.platform !== 'linux') return false
  const [, ignored = '0'] =
    /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return (BigInt(`0x${ignored}`) & 1n) === 1n
}
