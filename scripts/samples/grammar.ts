import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { csharpSamples } from '../../src/console/pages/integrations/samples/csharp.ts'
import { powershellSamples } from '../../src/console/pages/integrations/samples/powershell.ts'
import { taskNames, type Samples } from '../../src/console/pages/integrations/samples/tasks.ts'
import { vbaSamples } from '../../src/console/pages/integrations/samples/vba.ts'
import { run } from '../generated-clients/commands.ts'
import type { Fetched } from '../generated-clients/fetched.ts'

/** What no grammar takes: where it passes, nothing was read. */
const broken = {
  csharp: 'class A { void F( { }',
  powershell: 'if ($a) { "a" ',
  vba: 'Sub A()\n    If x Then\nEnd Sub\n',
}

type Work = { dir: string; fetched: Fetched }

/** Reads samples by the grammars of their languages. Returns the files that do not fit, and where. */
export async function faultsOfGrammar({ dir, fetched }: Work): Promise<string[]> {
  const trees = [
    { grammar: 'c-sharp/tree-sitter-c_sharp', samples: csharpSamples, wrong: broken.csharp },
    {
      grammar: 'powershell/tree-sitter-powershell',
      samples: powershellSamples,
      wrong: broken.powershell,
    },
  ]
  const faults: string[] = []
  for (const { grammar, samples, wrong } of trees) {
    const fits = await treeReader(fetched, `tree-sitter-${grammar}.wasm`)
    if (fits(wrong)) faults.push(`${grammar} takes what is wrong`)
    for (const task of taskNames) {
      if (!fits(samples[task](base))) faults.push(`${task} is not as ${grammar} wants it`)
    }
  }
  return [...faults, ...(await vbaFaults({ dir, fetched }))]
}

const base = 'https://shop.local:3292/api/public/v1/'

/** Whether a text fits a grammar of tree-sitter. */
async function treeReader({ npm }: Fetched, grammar: string): Promise<(code: string) => boolean> {
  const { Parser, Language } = await import(join(npm, 'web-tree-sitter/web-tree-sitter.js'))
  await Parser.init()
  const parser = new Parser()
  parser.setLanguage(await Language.load(join(npm, grammar)))
  return (code) => parser.parse(code).rootNode.hasError === false
}

async function vbaFaults({ dir, fetched }: Work): Promise<string[]> {
  const read = (...files: string[]) =>
    run(['python3', '-B', join(import.meta.dir, 'vba_grammar.py'), ...files], {
      env: { PYTHONPATH: fetched.python },
    })
  const faults: string[] = []
  try {
    await read(...written(dir, vbaSamples))
  } catch (error) {
    faults.push(String(error))
  }
  const wrong = join(dir, 'wrong.bas')
  writeFileSync(wrong, broken.vba)
  const passed = await read(wrong).then(
    () => true,
    () => false,
  )
  return passed ? [...faults, 'the grammar of VBA takes what is wrong'] : faults
}

function written(dir: string, samples: Samples): string[] {
  return taskNames.map((task) => {
    const file = join(dir, `${task}.bas`)
    writeFileSync(file, samples[task](base))
    return file
  })
}
