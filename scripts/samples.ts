// Tries the code that the console shows beside each key. Python and curl run against the sample shop, PowerShell too if it is installed.
// PowerShell, C# and VBA are read by their grammars. Exits 1 if a sample fails.
import { runInSampleShop } from './generated-clients/sample-run.ts'
import { faultsOfGrammar } from './samples/grammar.ts'
import { languagesHere, runSamples } from './samples/programs.ts'

await runInSampleShop('samples', async ({ dir, fetched, shop }) => {
  const faults = await faultsOfGrammar({ dir, fetched })
  const languages = languagesHere()
  for (const language of languages) faults.push(...(await runSamples(language, shop, dir)))
  const names = languages.map(({ name }) => name).join(', ')
  console.log(`${names} run; PowerShell, C# and VBA read by their grammars`)
  return faults
})
