import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { command, type CommonOptions, isoOrNull, printResult, withDatabase } from './command.ts'
import { readPassword, shownBytes } from './terminal.ts'
import { readWebAddress } from '../platform/config.ts'
import { AppError } from '../platform/errors.ts'
import { bytesIn, fetchBackup, findSnapshot } from '../platform/offsite/copies.ts'
import {
  copyOffsite,
  proveOffsite,
  shownOffsite,
  switchOff,
  switchOn,
  type OffsiteDeps,
} from '../platform/offsite/offsite.ts'
import { openPlace, readPlace, type PlaceAddress } from '../platform/offsite/place.ts'
import {
  publishImages,
  publishNoImages,
  shownPublishing,
} from '../platform/offsite/published-images.ts'
import { recoveryKey } from '../platform/offsite/recovery-key.ts'
import { listSnapshots, timeOf } from '../platform/offsite/snapshots.ts'
import { secretsIn } from '../platform/secrets.ts'
import { readIsoTime, systemClock } from '../platform/time.ts'

type PlaceOptions = CommonOptions & S3Options & { keyStdin?: boolean }

export function offsiteCommand(): Command {
  return new Command('offsite')
    .description('copy backups to a second place, encrypted: a disk, a network drive, or S3')
    .addCommand(setCommand())
    .addCommand(copyCommand())
    .addCommand(proveCommand())
    .addCommand(statusCommand())
    .addCommand(fetchCommand())
    .addCommand(offCommand())
}

function placeCommand(name: string, summary: string, example: string): Command {
  return withPlace(command(name, summary, example)).option(
    '--key-stdin',
    'read the printed key from standard input; a terminal asks for it',
  )
}

function setCommand(): Command {
  return placeCommand(
    'set',
    'copy backups there from now on; shows the key that opens them, this once',
    'daybook offsite set /media/usb/daybook',
  ).action(async (text: string, options: PlaceOptions) => {
    const place = readPlace(text, options)
    requireFolder(place)
    const keyText = options.keyStdin === true ? await readPassword() : undefined
    const key = await withOffsite(options, (deps) =>
      switchOn(deps, { place, secret: secretOf(place), keyText }),
    )
    const { renderUnicodeCompact } = await import('uqr')
    printResult(options, { place: text, key: key.text }, [
      `Backups are copied to ${text} every night from now on. "daybook offsite copy" does so now.`,
      'Without this key nobody can open them, you neither. Print it, and keep it away from this computer:',
      '',
      `  ${key.text}`,
      '',
      renderUnicodeCompact(key.text),
    ])
  })
}

function copyCommand(): Command {
  return command('copy', 'copy the newest backup now', 'daybook offsite copy').action(
    async (options: CommonOptions) => {
      const copied = await withOffsite(options, (deps) => copyOffsite(deps, systemClock.now()))
      printResult(options, copied ?? {}, [
        copied === undefined
          ? 'The newest backup is there already.'
          : `Copied ${shownBytes(copied.bytes)}, of which ${shownBytes(copied.written)} had to be written.`,
      ])
    },
  )
}

function proveCommand(): Command {
  return command(
    'prove',
    'bring a sample of the copies back and check it, as is done every week',
    'daybook offsite prove',
  ).action(async (options: CommonOptions) => {
    const proved = await withOffsite(options, (deps) => proveOffsite(deps, systemClock.now()))
    printResult(options, proved, [
      `The newest copy can be restored: its database is whole, and so are ${proved.files} of its files.`,
    ])
  })
}

function statusCommand(): Command {
  return command(
    'status',
    'say where copies go, and how it went last',
    'daybook offsite status',
  ).action(async (options: CommonOptions) => {
    const shown = await withOffsite(options, ({ database }) => shownOffsite(database.read) ?? null)
    if (shown === null) {
      printResult(options, { place: null }, [
        'Backups are copied nowhere: "daybook offsite set" names a place.',
      ])
      return
    }
    const { copiedAt, provedAt, problem } = shown.state
    const times = { copied_at: isoOrNull(copiedAt), proved_at: isoOrNull(provedAt) }
    const title = openPlace(shown.place, '').title
    printResult(options, { place: title, ...times, problem }, [
      `Backups are copied to ${title}.`,
      `  last copied  ${times.copied_at ?? 'not yet'}`,
      `  last proved  ${times.proved_at ?? 'not yet'}`,
      ...(problem === null ? [] : [`  the last try failed: ${problem}`]),
    ])
  })
}

type FetchOptions = PlaceOptions & { at?: number; to?: string }

function fetchCommand(): Command {
  return placeCommand(
    'fetch',
    'get a backup back from there, also on a bare computer; "daybook restore" takes it then',
    'daybook offsite fetch /media/usb/daybook --key-stdin',
  )
    .option('--at <time>', 'the newest copy that is not younger, such as 2027-03-31', timeText)
    .option('--to <file>', 'where to (default: daybook-fetched.tar, here)')
    .action(async (text: string, options: FetchOptions) => {
      const address = readPlace(text, options)
      const file = resolve(options.to ?? 'daybook-fetched.tar')
      if (existsSync(file))
        throw new AppError(
          'conflict',
          `There is a file ${file} already: name another one with --to.`,
        )
      const key = await recoveryKey(await readPassword())
      const place = openPlace(address, secretOf(address))
      const name = await findSnapshot(place, key, options.at)
      const snapshot = await fetchBackup(place, key, name, file)
      const result = {
        file,
        made_at: new Date(snapshot.madeAt).toISOString(),
        bytes: bytesIn(snapshot),
        copies: (await listSnapshots(place)).map((each) => new Date(timeOf(each)).toISOString()),
      }
      printResult(options, result, [
        `Wrote ${file}: the backup of ${result.made_at} (${shownBytes(result.bytes)}).`,
        `Stop Daybook, and run: daybook restore "${file}"`,
      ])
    })
}

function offCommand(): Command {
  return command(
    'off',
    'copy nowhere any more; the copies that are there stay',
    'daybook offsite off',
  ).action(async (options: CommonOptions) => {
    await withOffsite(options, (deps) => switchOff(deps))
    printResult(options, {}, ['Backups are copied nowhere any more.'])
  })
}

async function withOffsite<T>(
  options: CommonOptions,
  work: (deps: OffsiteDeps) => T | Promise<T>,
): Promise<T> {
  return await withDatabase(options, (database, dir) =>
    work({ database, dir, secrets: secretsIn(dir.secretKey) }),
  )
}

/** Does not create the folder: a missing one is a typing error or an unplugged disk. */
export function requireFolder(place: PlaceAddress): void {
  if (place.kind === 's3' || existsSync(place.path)) return
  throw new AppError(
    'not_found',
    `There is no folder ${place.path}: make it first, or plug the disk in.`,
  )
}

export function timeText(text: string): number {
  const time = readIsoTime(text, '23:59:59.999')
  if (time === undefined)
    throw new InvalidArgumentError('It is a day such as 2027-03-31, or a time.')
  return time
}

/** S3 options besides the address. */
export type S3Options = { endpoint?: string; region?: string; accessKey?: string }

/** The variable that S3's own tools use. A secret in an option would be visible in the list of processes. */
const secretVariable = 'AWS_SECRET_ACCESS_KEY'

/** A command for a place, with the options of S3. */
export function withPlace(extended: Command): Command {
  return withS3Options(extended.argument('<place>', 'a folder, or s3://bucket/prefix'))
}

export function withS3Options(extended: Command): Command {
  return extended
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

function secretOf({ kind }: PlaceAddress): string {
  return kind === 's3' ? (process.env[secretVariable] ?? '') : ''
}

type PublishOptions = CommonOptions & S3Options & { publicUrl: string }

export function imagesCommand(): Command {
  return new Command('images')
    .description('publish product images in a place that browsers fetch them from: S3, or a folder')
    .addCommand(publishCommand())
    .addCommand(publishedCommand())
    .addCommand(publishNoMoreCommand())
}

function publishCommand(): Command {
  const set = command(
    'set',
    'publish images there from now on, and lead browsers to them',
    'daybook images set s3://shop-images --public-url https://shop-images.example.com --access-key ID',
  )
  return withPlace(set)
    .requiredOption('--public-url <url>', 'where everybody finds what is in the place')
    .action(async (text: string, options: PublishOptions) => {
      const { place, secret } = givenPlace(text, options)
      requireFolder(place)
      const url = readWebAddress('--public-url', options.publicUrl)
      await withDatabase(options, (database, dir) =>
        publishImages({ database, secrets: secretsIn(dir.secretKey) }, { place, secret, url }),
      )
      printResult(options, { place: text, public_url: url }, [
        `The server publishes images in ${text} within a minute, and leads browsers to ${url}/images/… for those that are there.`,
        'Let everybody read that place, and nobody list or write it.',
      ])
    })
}

function publishedCommand(): Command {
  return command('status', 'say where images are published', 'daybook images status').action(
    async (options: CommonOptions) => {
      const shown = await withDatabase(options, ({ read }) => shownPublishing(read) ?? null)
      if (shown === null) {
        printResult(options, { place: null }, [
          'Images are served from here: "daybook images set" publishes them.',
        ])
        return
      }
      const { title } = openPlace(shown.place, '')
      printResult(options, { place: title, public_url: shown.url }, [
        `Images are published in ${title}, which is found at ${shown.url}.`,
      ])
    },
  )
}

function publishNoMoreCommand(): Command {
  return command(
    'off',
    'serve images from here again; what was published stays there',
    'daybook images off',
  ).action(async (options: CommonOptions) => {
    await withDatabase(options, (database) => publishNoImages({ database }))
    printResult(options, {}, ['Images are served from here again.'])
  })
}
