import type { Command, Help } from 'commander'
import { version } from '../platform/embedded.ts'

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
    ...commandsBelow(program, help).flatMap(({ path, command }) => sectionOf(path, command, help)),
    '.SH EXIT STATUS',
    escaped('0, or 1 when it failed (one sentence says why), or 2 for wrong usage.'),
    '.SH FILES',
    escaped('"daybook paths" shows where the data are; daybook.toml among them holds settings.'),
  ]
  return lines.join('\n')
}

type Named = { path: string; command: Command }

/** The commands that do something, with their full names. */
function commandsBelow(parent: Command, help: Help, before = ''): Named[] {
  return help
    .visibleCommands(parent)
    .filter((command) => command.name() !== 'help')
    .flatMap((command) => {
      const path = `${before}${command.name()}`
      return command.commands.length === 0
        ? [{ path, command }]
        : commandsBelow(command, help, `${path} `)
    })
}

function sectionOf(path: string, command: Command, help: Help): string[] {
  const given = command.registeredArguments
    .map((argument) => (argument.required ? `<${argument.name()}>` : `[${argument.name()}]`))
    .join(' ')
  return [
    `.SS ${escaped(`daybook ${path} ${given}`.trim())}`,
    escaped(`${command.description()}.`),
    ...help
      .visibleOptions(command)
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
