/** The variables that a page of commands has set so far. */
export type Variables = Map<string, string>

/** What one call of curl sends. */
export type CurlRequest = {
  url: string
  method: string
  headers: [string, string][]
  body?: string
}

/**
 * Reads a block of shell as the pages write it: lines that set variables, and calls of curl. Single quotes keep their text,
 * double quotes and bare words put variables in, a backslash at a line's end goes on. Throws for anything else.
 */
export function readShell(block: string, variables: Variables): CurlRequest[] {
  const requests: CurlRequest[] = []
  for (const words of commandsOf(block)) {
    const [first = '', ...rest] = words.map((word) => valueOf(word, variables))
    const [, name, value] = /^(\w+)=(.*)$/.exec(first) ?? []
    if (name !== undefined && value !== undefined) variables.set(name, value)
    else if (first === 'curl') requests.push(requestOf(rest))
    else throw new Error(`Not a call of curl: ${words.join(' ')}`)
  }
  return requests
}

/** The words of each command, with their quotes. */
function commandsOf(block: string): string[][] {
  const commands: string[][] = [[]]
  for (const [token] of block.matchAll(/\\\n|\n|(?:'[^']*'|"[^"]*"|[^\s'"\\])+/g)) {
    if (token === '\n') commands.push([])
    else if (token !== '\\\n') commands.at(-1)?.push(token)
  }
  return commands.filter((words) => words.length > 0)
}

function valueOf(word: string, variables: Variables): string {
  const parts = word.match(/'[^']*'|"[^"]*"|[^'"]+/g) ?? []
  return parts
    .map((part) => {
      if (part.startsWith("'")) return part.slice(1, -1)
      return withVariables(part.startsWith('"') ? part.slice(1, -1) : part, variables)
    })
    .join('')
}

function withVariables(text: string, variables: Variables): string {
  return text.replaceAll(/\$(\w+)/g, (_all, name: string) => {
    const value = variables.get(name)
    if (value === undefined) throw new Error(`Nothing sets ${name}.`)
    return value
  })
}

function requestOf(words: readonly string[]): CurlRequest {
  const flags = new Map<string, string[]>()
  let url = ''
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? ''
    if (!word.startsWith('-')) url = word
    else if (word === '-s' || word === '-G') flags.set(word, [])
    else flags.set(word, [...(flags.get(word) ?? []), words[++i] ?? ''])
  }
  const data = [...(flags.get('--data-urlencode') ?? []).map(encoded), ...(flags.get('-d') ?? [])]
  const headers = (flags.get('-H') ?? []).map(headerOf)
  if (flags.has('-G')) return { url: `${url}?${data.join('&')}`, method: 'GET', headers }
  const method = flags.get('-X')?.[0] ?? 'GET'
  return data.length === 0
    ? { url, method, headers }
    : { url, method, headers, body: data.join('&') }
}

function encoded(field: string): string {
  const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(field) ?? []
  return `${name}=${encodeURIComponent(value)}`
}

function headerOf(line: string): [string, string] {
  const [, name = '', value = ''] = /^([^:]+): *(.*)$/.exec(line) ?? []
  return [name, value]
}
