import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Daybook, Decision } from '../daybook/daybook.ts'
import { confirm, addConfirmed, type Confirmed } from './confirm.ts'
import { discardFile } from './folder.ts'
import { importedFolder, manifestsIn, readManifest } from './manifest.ts'

type Deps = {
  daybook: Pick<Daybook, 'acknowledge' | 'decisions' | 'decided'>
  folder: string
  told: Map<string, string>
}

/** Does what people said in the console. What is heard twice does the same twice. */
export async function applyDecisions(deps: Deps): Promise<Confirmed> {
  const confirmed: Confirmed = { acknowledged: 0, changed: [] }
  for await (const decision of deps.daybook.decisions()) {
    const problem = await applied(deps, decision, confirmed)
    await deps.daybook.decided(decision.id, problem === undefined, problem ?? '')
  }
  return confirmed
}

/** Answers why it could not be done. */
async function applied(
  { daybook, folder, told }: Deps,
  { kind, subject, detail }: Decision,
  confirmed: Confirmed,
): Promise<string | undefined> {
  switch (kind) {
    case 'confirm_file': {
      const file = fileOf(detail)
      const manifest = manifestOf(folder, file)
      if (manifest !== undefined) addConfirmed(confirmed, await confirm(daybook, manifest))
      else if (!existsSync(join(folder, importedFolder, file))) return gone
      return undefined
    }
    case 'rewrite_file': {
      const manifest = manifestOf(folder, fileOf(detail))
      if (manifest === undefined) return gone
      await discardFile(manifest)
      return undefined
    }
    case 'create_ledger':
      return 'A file makes no ledgers: make it in the program that imports the files.'
    // Each round writes what can be written; what was entered by hand, or stays out, waits no more.
    case 'retry':
    case 'settle':
    case 'by_hand':
    case 'drop':
      for (const part of told.keys()) if (part.startsWith(`${subject}:`)) told.delete(part)
      return undefined
    default:
      return 'This bridge does not know how to do that: update it.'
  }
}

function fileOf({ file }: Decision['detail']): string {
  return typeof file === 'string' ? file : ''
}

const gone = 'There is no such file any more that waits for anybody.'

/** By the manifests that are there: no name leads anywhere else. */
function manifestOf(folder: string, file: string): string | undefined {
  return manifestsIn(folder).find((path) => readManifest(path).file === file)
}
