import type { Command } from 'commander'
import { readPlace, type PlaceAddress } from '../platform/offsite/place.ts'

/** S3 options besides the address. */
export type S3Options = { endpoint?: string; region?: string; accessKey?: string }

/** The variable that S3's own tools use. A secret in an option would be visible in the list of processes. */
const secretVariable = 'AWS_SECRET_ACCESS_KEY'

export function withS3Options(command: Command): Command {
  return command
    .option('--endpoint <url>', 'of S3, when it is not Amazon’s')
    .option('--region <name>', 'of S3')
    .option('--access-key <id>', `of S3; its secret is taken from ${secretVariable}`)
}

/** Reads a place as typed, and the secret of its access key; '' for a folder. Throws AppError `invalid_request`. */
export function givenPlace(
  text: string,
  options: S3Options,
): { place: PlaceAddress; secret: string } {
  const place = readPlace(text, options)
  return { place, secret: secretOf(place) }
}

export function secretOf({ kind }: PlaceAddress): string {
  return kind === 's3' ? (process.env[secretVariable] ?? '') : ''
}
