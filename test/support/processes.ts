import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Whether a process runs. One that ended, and of which nobody has asked how, does not: Linux keeps its number, but no command. */
export function isAtWork(pid: number): boolean {
  if (existsSync('/proc/self/cmdline')) return commandOf(pid) !== ''
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Empty for one that ended. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}

/** The ids of the processes that name this in their command, as Linux tells them; under Wine too. */
export function processesNaming(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => commandOf(pid).includes(text))
}

/**
 * Whether a process has come to run its program: it has threads. Before that a kill, of it or of its starter, meets Wine and not
 * Daybook: the start fails, or what is half made waits for ever.
 */
export function hasBegun(pid: number): boolean {
  try {
    return readdirSync(`/proc/${pid}/task`).length > 1
  } catch {
    return false
  }
}

/** What a program prints, line by line. */
export async function* linesOf(output: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of output) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
