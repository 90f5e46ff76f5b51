import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { Command } from 'commander'
import { guardProcess } from '../platform/process-guard.ts'
import { drawPage, openPages, Unshown } from '../platform/pictures/draw.ts'

/**
 * For Daybook itself: draws a document, which may be hostile, in a process that Daybook can end. Reads passwords for a locked document as
 * JSON from stdin. Writes to stdout what platform/pictures/pictures.ts asks for.
 */
export function pictureCommand(): Command {
  return new Command('picture')
    .description('draw a page of a document (Daybook calls it itself)')
    .argument('<file>')
    .argument('<page>', 'from 1; 0 for a first look, with the sizes of all pages')
    .argument('<width>')
    .action(picture)
}

async function picture(file: string, page: string, width: string): Promise<void> {
  guardProcess()
  const told = await Bun.stdin.text()
  const passwords = told === '' ? [] : Value.Parse(passwordsShape, JSON.parse(told))
  await Bun.write(Bun.stdout, await pictureAnswer(file, Number(page), Number(width), passwords))
}

const passwordsShape = Type.Array(Type.String())

/** The answer for stdout. */
export async function pictureAnswer(
  file: string,
  page: number,
  width: number,
  passwords: readonly string[],
): Promise<string | Uint8Array> {
  try {
    return page === 0
      ? await firstLook(file, width, passwords)
      : await drawPage(file, page, width, passwords)
  } catch (error) {
    if (error instanceof Unshown) return JSON.stringify({ problem: error.problem })
    throw error
  }
}

/** A line of JSON, then the picture. */
async function firstLook(
  file: string,
  width: number,
  passwords: readonly string[],
): Promise<Uint8Array> {
  const { first, ...pages } = await openPages(file, width, passwords)
  return Buffer.concat([Buffer.from(`${JSON.stringify(pages)}\n`), first])
}
