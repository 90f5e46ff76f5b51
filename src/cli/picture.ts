import { Command } from 'commander'
import { guardProcess } from '../platform/process-guard.ts'
import { drawPage, openPages, Unshown } from '../platform/pictures/draw.ts'

/**
 * For Daybook itself: reads a document that may be hostile in a process that can be ended. Writes to stdout what
 * platform/pictures/pictures.ts asks for.
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
  await Bun.write(Bun.stdout, await answer(file, Number(page), Number(width)))
}

async function answer(file: string, page: number, width: number): Promise<string | Uint8Array> {
  try {
    return page === 0 ? await firstLook(file, width) : await drawPage(file, page, width)
  } catch (error) {
    if (error instanceof Unshown) return JSON.stringify({ problem: error.problem })
    throw error
  }
}

/** A line of JSON, then the picture. */
async function firstLook(file: string, width: number): Promise<Uint8Array> {
  const { first, ...pages } = await openPages(file, width)
  return Buffer.concat([Buffer.from(`${JSON.stringify(pages)}\n`), first])
}
