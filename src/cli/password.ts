import { Writable } from 'node:stream'
import { createInterface } from 'node:readline'
import { checkedNewPassword } from '../accounts/sessions/password-strength.ts'
import { AppError } from '../platform/errors.ts'

export const passwordOption = [
  '--password-stdin',
  'read the password from standard input; a terminal asks for it',
] as const

/**
 * A new password from standard input: its first line, or, at a terminal, what is typed twice without being shown.
 * Throws AppError `invalid_request`, `unavailable` when the prompt is left.
 */
export async function readNewPassword(): Promise<string> {
  if (!process.stdin.isTTY) return checkedNewPassword(await firstStdinLine())
  using terminal = hidingTerminal()
  const password = checkedNewPassword(await terminal.ask('Password: '))
  if ((await terminal.ask('The same again: ')) === password) return password
  throw new AppError('invalid_request', 'The two passwords differ.')
}

async function firstStdinLine(): Promise<string> {
  const text = await Bun.stdin.text()
  return text.split(/\r?\n/, 1)[0] ?? ''
}

/** Nothing that is typed is shown until it is disposed of, also not between two prompts. They go to stderr. */
function hidingTerminal(): { ask(prompt: string): Promise<string> } & Disposable {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  terminal.once('SIGINT', () => terminal.close())
  const lines = terminal[Symbol.asyncIterator]()
  return {
    async ask(prompt) {
      process.stderr.write(prompt)
      const line = await lines.next()
      process.stderr.write('\n')
      if (line.done === true) throw new AppError('unavailable', 'Stopped: nothing was done.')
      return line.value
    },
    [Symbol.dispose]: () => terminal.close(),
  }
}
