import type { Command } from 'commander'
import { thirdPartyNotices } from '../platform/notices.ts'
import { command, printResult, type CommonOptions } from './command.ts'

export function licensesCommand(): Command {
  return command('licenses', 'show the licences of what is inside', 'daybook licenses').action(
    (options: CommonOptions) => {
      const notices = thirdPartyNotices()
      printResult(options, { notices }, [notices])
    },
  )
}
