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

/** Carries out the decisions that people made in the console. Carrying out a decision twice does no harm. */
export async function applyDecisions(deps: Deps): Promise<Confirmed> {
  const confirmed: Confirmed = { acknowledged: 0, changed: [] }
  for await (const decision of deps.daybook.decisions()) {
    const problem = await applied(deps, decision, confirmed)
    await deps.daybook.decided(decision.id, problem === undefined, problem ?? '')
  }
  return confirmed
}

/** Returns why the decision could not be carried out. */
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
    // Nothing else to do: each round writes what can be written, and Daybook no longer lists documents that were entered by hand or
    // dropped.
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

/** Looks only among the manifests in the folder, so no name can lead anywhere else. */
function manifestOf(folder: string, file: string): string | undefined {
  return manifestsIn(folder).find((path) => readManifest(path).file === file)
}
