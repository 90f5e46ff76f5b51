import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { removeFile, writeDurably } from '../../platform/disk/durable.ts'
import { AppError } from '../../platform/errors.ts'
import { columnsSchema } from './columns.ts'
import { parseOrNothing } from '../../platform/json/json.ts'

/** What `pair folder` was told: a file that only its user may read, since keys are in it. */
const filesSchema = Type.Object({
  version: Type.Literal(1),
  /** Daybook's address, without a slash at its end. */
  daybook: Type.String(),
  scanKey: Type.String(),
  ordersKey: Type.Optional(Type.String()),
  /** Where files are written. */
  folder: Type.String(),
  /** What makes the keys of the vouchers. */
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
  const text = `${JSON.stringify(pairing, null, 2)}\n`
  await writeDurably(fileOf(bridgeFolder), new TextEncoder().encode(text))
}

/** Undefined where no folder is paired. Throws AppError `conflict` for a file that is no pairing. */
export function readFilesPairing(bridgeFolder: string): FilesPairing | undefined {
  const file = fileOf(bridgeFolder)
  if (!existsSync(file)) return undefined
  const pairing: unknown = parseOrNothing(readFileSync(file, 'utf8'))
  if (Value.Check(filesSchema, pairing)) return pairing
  throw new AppError('conflict', `${file} is not what this Daybook writes: pair the folder anew.`)
}

/** A company was paired instead. */
export async function forgetFiles(bridgeFolder: string): Promise<void> {
  await removeFile(fileOf(bridgeFolder))
}

function fileOf(bridgeFolder: string): string {
  return join(bridgeFolder, 'files.json')
}
