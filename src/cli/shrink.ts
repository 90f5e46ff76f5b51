import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { Command } from 'commander'
import { shrink } from '../platform/files/shrink.ts'
import { lengthOf } from '../platform/files/shrink-process.ts'
import { guardProcess } from '../platform/process-guard.ts'

/**
 * For Daybook itself: makes smaller copies of images, which may be hostile, in a process that Daybook can end. Each line of stdin is an
 * image's path and a width as JSON. Writes to stdout the length of the copy, then the copy (platform/files/shrink-process.ts).
 */
export function shrinkCommand(): Command {
  return new Command('shrink')
    .description('make smaller copies of images (Daybook calls it itself)')
    .action(shrinkAll)
}

const askedShape = Type.Tuple([Type.String(), Type.Integer({ minimum: 1 })])

async function shrinkAll(): Promise<void> {
  const renew = guardProcess()
  for await (const line of console) {
    // The text after the last line feed is empty.
    if (line === '') continue
    renew()
    const [path, width] = Value.Parse(askedShape, JSON.parse(line))
    const copy = await shrink(path, width)
    await Bun.write(Bun.stdout, Buffer.concat([lengthOf(copy), copy]))
  }
}
