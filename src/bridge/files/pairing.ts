import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { removeFile } from '../../platform/disk/durable.ts'
import { AppError } from '../../platform/errors.ts'
import { readSealed, sealPlain, writeSealed } from '../sealed-file.ts'
import { columnsSchema } from './columns.ts'

/** What `pair folder` writes: a file that only its user may read, with sealed keys. */
const filesSchema = Type.Object({
  version: Type.Literal(1),
  /** Daybook's address, without a slash at its end. */
  daybook: Type.String(),
  scanKey: Type.String(),
  ordersKey: Type.Optional(Type.String()),
  /** The folder for the files. */
  folder: Type.String(),
  /** Identifies the accounts in the vouchers' keys. */
  install: Type.String(),
  target: Type.Union([
    Type.Object({ format: Type.Literal('tally'), company: Type.String() }),
    Type.Object({ format: Type.Literal('zoho') }),
    Type.Object({ format: Type.Literal('xlsx'), columns: columnsSchema }),
  ]),
})

export type FilesPairing = Static<typeof filesSchema>

export async function writeFilesPairing(
  bridgeFolder: string,
  pairing: FilesPairing,
): Promise<void> {
  await writeSealed(fileOf(bridgeFolder), pairing)
}

export function areFilesPaired(bridgeFolder: string): boolean {
  return existsSync(fileOf(bridgeFolder))
}

/** Seals the keys in a file that an older Daybook wrote. */
export async function sealFilesPairing(bridgeFolder: string): Promise<void> {
  if (areFilesPaired(bridgeFolder)) await sealPlain(fileOf(bridgeFolder))
}

/** Undefined without a paired folder. Throws AppError `conflict` for a broken file or keys that cannot be opened. */
export async function readFilesPairing(bridgeFolder: string): Promise<FilesPairing | undefined> {
  if (!areFilesPaired(bridgeFolder)) return undefined
  const file = fileOf(bridgeFolder)
  const pairing = await readSealed(file)
  if (Value.Check(filesSchema, pairing)) return pairing
  throw new AppError('conflict', `${file} is not what this Daybook writes: pair the folder anew.`)
}

/** Called when a company is paired instead. */
export async function forgetFiles(bridgeFolder: string): Promise<void> {
  await removeFile(fileOf(bridgeFolder))
}

function fileOf(bridgeFolder: string): string {
  return join(bridgeFolder, 'files.json')
}
