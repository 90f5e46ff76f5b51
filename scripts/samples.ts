// Tries the code that the console shows beside each key: Python and curl are run against the sample shop, PowerShell too
// where it is installed; PowerShell, C# and VBA are read by their grammars. Exits 1 when something does not come of them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetchNeeded } from './generated-clients/fetched.ts'
import { openSampleShop } from './generated-clients/shop.ts'
import { requireTools } from './generated-clients/tools.ts'
import { faultsOfGrammar } from './samples/grammar.ts'
import { languagesHere, runSamples } from './samples/programs.ts'

requireTools()
const dir = mkdtempSync(join(tmpdir(), 'daybook-samples-'))
try {
  const faults = await tryAll()
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
} finally {
  rmSync(dir, { recursive: true, force: true })
}

async function tryAll(): Promise<string[]> {
  const [fetched, shop] = await Promise.all([fetchNeeded(), openSampleShop(dir)])
  try {
    const faults = await faultsOfGrammar({ dir, fetched })
    const languages = languagesHere()
    for (const language of languages) faults.push(...(await runSamples(language, shop, dir)))
    const names = languages.map(({ name }) => name).join(', ')
    console.log(`${names} run; PowerShell, C# and VBA read by their grammars`)
    return faults
  } finally {
    await shop.close()
  }
}
