import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { AppError } from '../../platform/errors.ts'
import { parseOrNothing } from '../../platform/json/json.ts'

export const fileFormats = ['tally', 'zoho', 'xlsx'] as const

export type FileFormat = (typeof fileFormats)[number]

/** Lists the documents in a file. They are acknowledged in Daybook when somebody says that the file was imported. */
const manifestSchema = Type.Object({
  version: Type.Literal(1),
  /** ISO 8601 */
  made_at: Type.String(),
  format: Type.Union(fileFormats.map((format) => Type.Literal(format))),
  file: Type.String(),
  sha256: Type.String(),
  vouchers: Type.Integer(),
  documents: Type.Array(
    Type.Object({
      kind: Type.Union([Type.Literal('scan'), Type.Literal('order')]),
      id: Type.String(),
      revision: Type.Union([Type.String(), Type.Number()]),
    }),
  ),
})

export type Manifest = Static<typeof manifestSchema>

/** The subfolder for files that the accounting program has imported. */
export const importedFolder = 'imported'

const suffix = '.manifest.json'

export function manifestPath(folder: string, file: string): string {
  return join(folder, `${file}${suffix}`)
}

/** Throws AppError `not_found`, or `conflict` for a file that is no manifest. */
export function readManifest(path: string): Manifest {
  if (!existsSync(path)) throw new AppError('not_found', `There is no manifest at ${path}.`)
  const manifest = parseOrNothing(readFileSync(path, 'utf8'))
  if (Value.Check(manifestSchema, manifest)) return manifest
  throw new AppError('conflict', `${path} is no manifest that this Daybook writes.`)
}

/** The manifests in a folder, oldest first. */
export function manifestsIn(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names
    .filter((name) => name.endsWith(suffix))
    .toSorted()
    .map((name) => join(folder, name))
}

/** Manifests whose file is neither in the folder nor among the imported files. Their documents still wait and are in no file. */
export function lostIn(folder: string): string[] {
  return manifestsIn(folder).filter((path) => {
    const { file } = readManifest(path)
    return !existsSync(join(folder, file)) && !existsSync(join(folder, importedFolder, file))
  })
}

export type Listed = Manifest['documents'][number] & { file: string }

/** The documents in a folder's files, by `kind:id`. */
export function documentsIn(folder: string): Map<string, Listed> {
  const listed = manifestsIn(folder).flatMap((path) => {
    const { documents, file } = readManifest(path)
    return documents.map((document) => ({ ...document, file }))
  })
  return new Map(listed.map((document) => [`${document.kind}:${document.id}`, document]))
}
