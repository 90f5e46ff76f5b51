import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { program } from '../../src/cli/cli.ts'
import { wantsFile, manualOf } from '../../src/cli/completions.ts'
import { runDaybook } from './run-daybook.ts'

/** Each starts the program, some of them five times: longer than Bun's limit on a busy computer, in milliseconds. */
setDefaultTimeout(120_000)

/** Reads the script as a shell does that starts, presses the tab key, and shows what Daybook is called with. */
const tabKey = `
script=$1
shift
typed=("$@")
_get_comp_words_by_ref() { words=("\${typed[@]}"); cword=$((\${#typed[@]} - 1)); cur=\${typed[cword]}; }
daybook() { printf '<%s>\\n' "$@" >&3; }
eval "$script"
eval "$script"
{ __daybook_complete > /dev/null; } 3>&1
`

async function offered(...words: string[]): Promise<string[]> {
  const { stdout } = await runDaybook(['complete', '--', ...words])
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.split('\t', 1)[0] ?? '')
}

describe('the tab key', () => {
  test('offers commands, what is below them, their options, and choices', async () => {
    expect(await offered('back')).toContain('backup')
    expect(await offered('backup', 'v')).toEqual(['verify', ':4'])
    expect(await offered('serve', '--http')).toContain('--https-port')
    expect(await offered('openapi', '')).toEqual(['scan-export', 'storefront', ':4'])
    expect(await offered('completions', 'f')).toContain('fish')
  })

  test('offers nothing hidden', async () => {
    expect(await offered('pic')).toEqual([':4'])
  })

  test.each([
    [['restore', '']],
    [['backup', 'verify', '/me']],
    [['serve', '--tls-cert', '']],
    [['scan', 'one.pdf', '']],
  ])('leaves files to the shell for %j', async (words) => {
    expect(wantsFile(await program(), words)).toBe(true)
  })

  test.each([[['back']], [['restore', '--j']], [['backup', '']], [['openapi', '']], [['']]])(
    'knows itself what comes for %j',
    async (words) => {
      expect(wantsFile(await program(), words)).toBe(false)
    },
  )

  test.each(['bash', 'zsh', 'fish', 'powershell'])(
    '%s has a script that asks Daybook',
    async (shell) => {
      const { stdout, code } = await runDaybook(['completions', shell])
      expect(code).toBe(0)
      expect(stdout).toMatch(/daybook complete '?--/)
    },
  )

  test('in bash passes on what is typed and runs nothing of it, also when its script was read twice', async () => {
    const { stdout: script } = await runDaybook(['completions', 'bash'])
    const typed = ['daybook', 'import', '$(echo ran >&2)', '`echo ran >&2`', '']
    const { stdout, stderr } = Bun.spawnSync(['bash', '-c', tabKey, 'bash', script, ...typed])
    expect(stderr.toString()).toBe('')
    expect(stdout.toString()).toBe(
      ['complete', '--', ...typed.slice(1)].map((word) => `<${word}>\n`).join(''),
    )
  })

  test('for an unknown shell is wrong usage', async () => {
    expect((await runDaybook(['completions', 'tcsh'])).code).toBe(2)
  })
})

test('the manual page has every command, and nothing that man would take for its own', async () => {
  const page = manualOf(await program())
  for (const words of ['daybook serve', 'daybook backup verify <file>', 'daybook offsite set']) {
    expect(page).toContain(`.SS ${words}`)
  }
  for (const line of page.split('\n')) {
    if (line.startsWith('.')) expect(line).toMatch(/^\.(TH|SH|SS|TP|B)\b/)
  }
})
