import { Command } from 'commander'
import { readWebAddress } from '../platform/config.ts'
import {
  publishImages,
  publishNoImages,
  shownPublishing,
} from '../platform/offsite/published-images.ts'
import { openPlace } from '../platform/offsite/place.ts'
import { secretsIn } from '../platform/secrets.ts'
import { command, type CommonOptions, printResult, withDatabase } from './command.ts'
import { requireFolder, givenPlace, type S3Options, withS3Options } from './offsite.ts'

type SetOptions = CommonOptions & S3Options & { publicUrl: string }

export function imagesCommand(): Command {
  return new Command('images')
    .description('publish product images in a place that browsers fetch them from: S3, or a folder')
    .addCommand(setCommand())
    .addCommand(statusCommand())
    .addCommand(offCommand())
}

function setCommand(): Command {
  const set = command(
    'set',
    'publish images there from now on, and lead browsers to them',
    'daybook images set s3://shop-images --public-url https://shop-images.example.com --access-key ID',
  ).argument('<place>', 'a folder, or s3://bucket/prefix')
  return withS3Options(set)
    .requiredOption('--public-url <url>', 'where everybody finds what is in the place')
    .action(async (text: string, options: SetOptions) => {
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

function statusCommand(): Command {
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

function offCommand(): Command {
  return command(
    'off',
    'serve images from here again; what was published stays there',
    'daybook images off',
  ).action(async (options: CommonOptions) => {
    await withDatabase(options, (database) => publishNoImages({ database }))
    printResult(options, {}, ['Images are served from here again.'])
  })
}
