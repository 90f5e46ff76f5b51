import tab from '@bomb.sh/tab/commander'
import { Argument, Command, type Help } from 'commander'
import { command } from './command.ts'
import { version } from '../platform/embedded.ts'
import { print } from '../platform/print.ts'

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

/** All commands and options as a manual page (source: man(7)). */
export function manualOf(program: Command): string {
  const help = program.createHelp()
  const lines = [
    `.TH DAYBOOK 1 "" "Daybook ${version}" "User Commands"`,
    '.SH NAME',
    `daybook \\- ${escaped(lowerFirst(program.description()))}`,
    '.SH SYNOPSIS',
    '.B daybook',
    '[command] [options]',
    '.SH DESCRIPTION',
    escaped(
      'Without a command it serves the data directory, and opens the console in a browser on a desktop.',
    ),
    '.SH COMMANDS',
    ...commandsBelow(program, help).flatMap((named) => sectionOf(named, help)),
    '.SH EXIT STATUS',
    escaped('0, or 1 when it failed (one sentence says why), or 2 for wrong usage.'),
    '.SH FILES',
    escaped('"daybook paths" shows where the data are; daybook.toml among them holds settings.'),
  ]
  return lines.join('\n')
}

type Named = { path: string; named: Command }

/** The commands that do something, with their full names. */
function commandsBelow(parent: Command, help: Help, before = ''): Named[] {
  return help
    .visibleCommands(parent)
    .filter((named) => named.name() !== 'help')
    .flatMap((named) => {
      const path = `${before}${named.name()}`
      return named.commands.length === 0
        ? [{ path, named }]
        : commandsBelow(named, help, `${path} `)
    })
}

function sectionOf({ path, named }: Named, help: Help): string[] {
  const given = named.registeredArguments
    .map((argument) => (argument.required ? `<${argument.name()}>` : `[${argument.name()}]`))
    .join(' ')
  return [
    `.SS ${escaped(`daybook ${path} ${given}`.trim())}`,
    escaped(`${named.description()}.`),
    ...help
      .visibleOptions(named)
      .filter(({ long }) => long !== '--help')
      .flatMap((option) => [
        '.TP',
        `.B ${escaped(help.optionTerm(option))}`,
        escaped(help.optionDescription(option)),
      ]),
  ]
}

/** Escapes characters with a meaning in man: backslashes, hyphens, and a dot or quote at the start of a line. */
function escaped(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replace(/^[.']/, '\\&$&')
}

function lowerFirst(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`
}
