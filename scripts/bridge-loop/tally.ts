import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { Processes } from '../crash-loop/processes.ts'

/** A voucher as the fake Tally has it. */
export type TallyVoucher = { id: number; isCancelled: boolean; header: Record<string, string> }

/** A fake Tally in a process of its own: it answers a line on its input with a line. */
export type TallyProcess = {
  vouchers(): Promise<TallyVoucher[]>
  edits(id: number, narration: string): Promise<void>
  /** How long it was at work in all, in seconds. */
  busySeconds(): Promise<number>
  kill(): Promise<void>
}

const script = join(import.meta.dir, '../fake-tally.ts')

/** Resolves when it listens. `options` are more of those that `scripts/fake-tally.ts` takes. */
export async function startTally(
  processes: Processes,
  port: number,
  file: string,
  ...options: readonly string[]
): Promise<TallyProcess> {
  const child = processes.track(
    Bun.spawn([process.execPath, script, '--port', String(port), '--file', file, ...options], {
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'inherit',
    }),
  )
  const lines = createInterface({ input: Readable.from(child.stdout) })[Symbol.asyncIterator]()
  const next = async (): Promise<string> => {
    const line = await lines.next()
    if (line.done === true) throw new Error('The fake Tally ended.')
    return line.value
  }
  const ask = async (line: string): Promise<string> => {
    await child.stdin.write(`${line}\n`)
    await child.stdin.flush()
    return await next()
  }
  await next()
  return {
    vouchers: async () => JSON.parse(await ask('vouchers')),
    async edits(id, narration) {
      await ask(`edits ${id} ${narration}`)
    },
    async busySeconds() {
      const { ms }: { ms: number } = JSON.parse(await ask('busy'))
      return ms / 1000
    },
    async kill() {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}
