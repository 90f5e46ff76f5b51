import { Command } from 'commander'
import { drawPage, measurePages, Unshown } from '../platform/pictures/draw.ts'

/**
 * For Daybook itself: reads a document that may be hostile in a process that can be ended. Writes to stdout what
 * platform/pictures/pictures.ts asks for.
 */
export function pictureCommand(): Command {
  return new Command('picture')
    .description('draw a page of a document (Daybook calls it itself)')
    .argument('<file>')
    .argument('[page]')
    .argument('[width]')
    .action(picture)
}

async function picture(file: string, page?: string, width?: string): Promise<void> {
  await Bun.write(Bun.stdout, await answer(file, Number(page), Number(width)))
}

async function answer(file: string, page: number, width: number): Promise<string | Uint8Array> {
  try {
    if (page >= 1 && width >= 1) return await drawPage(file, page, width)
    return JSON.stringify(await measurePages(file))
  } catch (error) {
    if (error instanceof Unshown) return JSON.stringify({ problem: error.problem })
    throw error
  }
}
