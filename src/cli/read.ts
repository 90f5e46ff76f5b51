import { Value } from '@sinclair/typebox/value'
import { Command } from 'commander'
import { print } from '../platform/print.ts'
import { guardProcess } from '../platform/process-guard.ts'
import { pageLine, stepLine } from '../reader/pages/read-process.ts'
import { readingContext } from '../reader/answer.ts'

/**
 * For Daybook itself: reads a document, which may be hostile, in a process that Daybook can end. Reads what is known of the shop as JSON
 * from stdin. Writes progress and then the answer to stdout, one line each (reader/pages/read-process.ts).
 */
export function readCommand(): Command {
  return new Command('read')
    .description('read a document (Daybook calls it itself)')
    .argument('<file>')
    .action(read)
}

async function read(file: string): Promise<void> {
  const renew = guardProcess()
  // Half of Daybook's code, which only this process loads.
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
}
