import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { Command } from 'commander'
import { print } from '../platform/print.ts'
import { guardProcess } from '../platform/process-guard.ts'

/*
 * Commands for Daybook itself: work on what may be hostile, or on a disk that may hang, in a process that Daybook can end. Each takes its
 * work as JSON from stdin, and loads no more code than it needs.
 */

const isOwn = '(Daybook calls it itself)'

/**
 * Draws a page of a document. Reads passwords for a locked document from stdin. Writes to stdout what platform/pictures/pictures.ts asks
 * for.
 */
export function pictureCommand(): Command {
  return new Command('picture')
    .description(`draw a page of a document ${isOwn}`)
    .argument('<file>')
    .argument('<page>', 'from 1; 0 for a first look, with the sizes of all pages')
    .argument('<width>')
    .action(async (file: string, page: string, width: string) => {
      guardProcess()
      const told = await Bun.stdin.text()
      const passwords = told === '' ? [] : Value.Parse(Type.Array(Type.String()), JSON.parse(told))
      await Bun.write(Bun.stdout, await pictureAnswer(file, Number(page), Number(width), passwords))
    })
}

/** The answer for stdout. On a first look a line of JSON, then the picture. */
export async function pictureAnswer(
  file: string,
  page: number,
  width: number,
  passwords: readonly string[],
): Promise<string | Uint8Array> {
  const { drawPage, openPages, Unshown } = await import('../platform/pictures/draw.ts')
  try {
    if (page !== 0) return await drawPage(file, page, width, passwords)
    const { first, ...pages } = await openPages(file, width, passwords)
    return Buffer.concat([Buffer.from(`${JSON.stringify(pages)}\n`), first])
  } catch (error) {
    if (error instanceof Unshown) return JSON.stringify({ problem: error.problem })
    throw error
  }
}

/** Reads a document. Reads what is known of the shop from stdin. Writes progress and then the answer to stdout, one line each. */
export function readCommand(): Command {
  return new Command('read')
    .description(`read a document ${isOwn}`)
    .argument('<file>')
    .action(async (file: string) => {
      const renew = guardProcess()
      const { pageLine, stepLine } = await import('../reader/pages/read-process.ts')
      const { readingContext } = await import('../reader/answer.ts')
      const { answerFile } = await import('../reader/answer-file.ts')
      const context = Value.Parse(readingContext, JSON.parse(await Bun.stdin.text()))
      const tell = (line: string) => {
        renew()
        print(line)
      }
      const answer = await answerFile(file, context, {
        onPage: (page, of) => tell(pageLine(page, of)),
        onStep: () => tell(stepLine),
      })
      print(JSON.stringify(answer))
    })
}

const askedShape = Type.Tuple([Type.String(), Type.Integer({ minimum: 1 })])

/**
 * Makes smaller copies of images. Each line of stdin is an image's path and a width. Writes to stdout the length of the copy, then the copy
 * (platform/files/shrink-process.ts).
 */
export function shrinkCommand(): Command {
  return new Command('shrink')
    .description(`make smaller copies of images ${isOwn}`)
    .action(async () => {
      const renew = guardProcess()
      const { shrink } = await import('../platform/files/shrink.ts')
      const { lengthOf } = await import('../platform/files/shrink-process.ts')
      for await (const line of console) {
        // The text after the last line feed is empty.
        if (line === '') continue
        renew()
        const [path, width] = Value.Parse(askedShape, JSON.parse(line))
        const copy = await shrink(path, width)
        await Bun.write(Bun.stdout, Buffer.concat([lengthOf(copy), copy]))
      }
    })
}

/** Writes documents into the archive. Reports on stdout, one line each (platform/archive/archive-process.ts). */
export function writeArchiveCommand(): Command {
  return new Command('write-archive')
    .description(`write documents into the archive ${isOwn}`)
    .action(async () => {
      const renew = guardProcess()
      const { archiveOrder } = await import('../platform/archive/archive-process.ts')
      const { carryOut } = await import('../platform/archive/write-archive.ts')
      const order = Value.Parse(archiveOrder, JSON.parse(await Bun.stdin.text()))
      await carryOut(order, (line) => {
        renew()
        print(JSON.stringify(line))
      })
    })
}
