import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { textOf } from '../../platform/json/json.ts'
import type { ToldParts } from '../results.ts'
import type { Daybook, Decision } from '../daybook/daybook.ts'
import {
  discardFile,
  importedFolder,
  manifestsIn,
  readManifest,
  isImported,
  putAway,
  type Listed,
} from './folder.ts'

type Deps = {
  daybook: Pick<Daybook, 'acknowledge' | 'decisions' | 'decided'>
  folder: string
  told: ToldParts
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
      const file = textOf(detail, 'file')
      const manifest = manifestOf(folder, file)
      if (manifest !== undefined) addConfirmed(confirmed, await confirm(daybook, manifest))
      else if (!existsSync(join(folder, importedFolder, file))) return gone
      return undefined
    }
    case 'rewrite_file': {
      const manifest = manifestOf(folder, textOf(detail, 'file'))
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

const gone = 'There is no such file any more that waits for anybody.'

/** Looks only among the manifests in the folder, so no name can lead anywhere else. */
function manifestOf(folder: string, file: string): string | undefined {
  return manifestsIn(folder).find((path) => readManifest(path).file === file)
}

/** The outcome of a confirmation. `changed` are the ids of documents that have changed since. */
export type Confirmed = { acknowledged: number; changed: string[] }

type Acknowledging = Pick<Daybook, 'acknowledge'>

/**
 * Acknowledges the documents in a file because the accounting program imported it. Safe to repeat after an interruption. Throws AppError
 * `not_found` for a missing manifest, and Daybook's errors.
 */
export async function confirm(daybook: Acknowledging, manifest: string): Promise<Confirmed> {
  const { documents, file } = readManifest(manifest)
  const confirmed: Confirmed = { acknowledged: 0, changed: [] }
  for (const document of documents) {
    if (await acknowledge(daybook, { ...document, file })) confirmed.acknowledged += 1
    else confirmed.changed.push(document.id)
  }
  await putAway(manifest)
  return confirmed
}

/** Vouchers in a file have no numbers of their own, so the file's name is reported instead. */
export async function acknowledge(
  daybook: Acknowledging,
  { kind, id, revision, file }: Listed,
): Promise<boolean> {
  const external = { system: 'folder', company: '', voucher_id: file, voucher_no: '' }
  return await daybook.acknowledge({ kind, id, revision, external })
}

export function addConfirmed(all: Confirmed, { acknowledged, changed }: Confirmed): void {
  all.acknowledged += acknowledged
  all.changed.push(...changed)
}

/** Confirms every file that somebody moved to the folder of imported files. */
export async function confirmImported(daybook: Acknowledging, folder: string): Promise<Confirmed> {
  const all: Confirmed = { acknowledged: 0, changed: [] }
  for (const manifest of manifestsIn(folder).filter((path) => isImported(folder, path))) {
    addConfirmed(all, await confirm(daybook, manifest))
  }
  return all
}
