import { Value } from '@sinclair/typebox/value'
import { Command } from 'commander'
import { type ArchiveLine, archiveOrder } from '../platform/archive/archive-process.ts'
import { carryOut } from '../platform/archive/write-archive.ts'
import { print } from '../platform/print.ts'
import { guardProcess } from '../platform/process-guard.ts'

/**
 * For Daybook itself: writes documents into the archive, in a process that Daybook can end when its disk hangs. Reads its work as JSON
 * from stdin and reports on stdout, one line each (platform/archive/archive-process.ts).
 */
export function writeArchiveCommand(): Command {
  return new Command('write-archive')
    .description('write documents into the archive (Daybook calls it itself)')
    .action(writeArchive)
}

async function writeArchive(): Promise<void> {
  const renew = guardProcess()
  const order = Value.Parse(archiveOrder, JSON.parse(await Bun.stdin.text()))
  await carryOut(order, (line: ArchiveLine) => {
    renew()
    print(JSON.stringify(line))
  })
}
