import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Fetched, fetchNeeded } from './fetched.ts'
import { openSampleShop, type SampleShop } from './shop.ts'
import { requireTools } from './tools.ts'

/** What is tried works in a folder of its own, with what was downloaded, against a sample shop that is there only for it. */
export type SampleRun = { dir: string; fetched: Fetched; shop: SampleShop }

/** Tries something and prints the faults it answers; the program exits 1 when there are some, or when a tool is missing. */
export async function runInSampleShop(
  name: string,
  faultsOf: (run: SampleRun) => Promise<string[]>,
): Promise<void> {
  requireTools()
  const dir = mkdtempSync(join(tmpdir(), `daybook-${name}-`))
  try {
    const [fetched, shop] = await Promise.all([fetchNeeded(), openSampleShop(dir)])
    try {
      const faults = await faultsOf({ dir, fetched, shop })
      for (const fault of faults) console.error(fault)
      if (faults.length > 0) process.exitCode = 1
    } finally {
      await shop.close()
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
