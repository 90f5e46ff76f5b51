import tab from '@bomb.sh/tab/commander'
import { Argument, Command } from 'commander'
import { print } from '../platform/print.ts'
import { command } from './command.ts'
import { manualOf } from './manual.ts'

const shells = ['bash', 'zsh', 'fish', 'powershell'] as const

/** Our own name: shells run it to get completions. */
const name = 'daybook'

/** Makes all commands that help shows. */
type MakeProgram = () => Promise<Command>

/** `program` makes all commands except these. */
export function completionsCommand(program: MakeProgram): Command {
  return command(
    'completions',
    'print what makes a shell complete commands and options with the tab key',
    'daybook completions bash > ~/.local/share/bash-completion/completions/daybook',
  )
    .addArgument(new Argument('<shell>', 'which shell').choices(shells))
    .action(async (shell: string) => completionsOf(await program()).setup(name, name, shell))
}

/** The call that shells make: `daybook complete -- backup ve`. */
export function completeCommand(program: MakeProgram): Command {
  return new Command('complete').argument('[words...]').action(async (words: string[]) => {
    if (wantsFile(await program(), words)) print(completeFiles)
    else completionsOf(await program()).parse(words)
  })
}

/** Tells a shell's script to complete file names instead. */
const completeFiles = ':0'

/** Whether the last word may be a path: the value of an option or argument without fixed choices. */
export function wantsFile(program: Command, words: readonly string[]): boolean {
  const { called, rest } = calledBy(program, words.slice(0, -1))
  const last = words.at(-1) ?? ''
  const option = called.options.find(({ long }) => long === rest.at(-1))
  if (option?.required === true) return option.argChoices === undefined
  if (last.startsWith('-') || called.commands.length > 0) return false
  const given = rest.filter((word) => !word.startsWith('-')).length
  const argument = called.registeredArguments[given] ?? called.registeredArguments.at(-1)
  return argument !== undefined && argument.argChoices === undefined
}

/** The command that some words name, and the remaining words. */
function calledBy(
  parent: Command,
  words: readonly string[],
): { called: Command; rest: readonly string[] } {
  const [first, ...rest] = words
  const below = parent.commands.find((one) => one.name() === first)
  return below === undefined ? { called: parent, rest: words } : calledBy(below, rest)
}

export function manualCommand(program: MakeProgram): Command {
  return command(
    'manual',
    'print the manual page, as man reads it',
    'daybook manual > ~/.local/share/man/man1/daybook.1',
  ).action(async () => print(manualOf(await program())))
}

function completionsOf(program: Command) {
  return tab(program, { completionCommandName: 'completions' })
}
