import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import type { Socket } from 'node:net'
import { devNull } from 'node:os'
import { delimiter, join } from 'node:path'
import { hasNginx, startPlain } from '../../../scripts/deploy/nginx.ts'
import { requestHead, sendRaw } from '../../support/raw-request.ts'
import { mib, openListener, openRequest, scans } from './body-listener.ts'
import { untilEnd } from '../../support/until-end.ts'

/** Programs start slowly on a busy machine. */
setDefaultTimeout(120_000)

const bodyBytes = 40 * mib
const unsynced = '/scan-export/api/public/v1/scans/unsynced'
const node = findNode()

const server = untilEnd(await openListener())

/** Each is refused before its body was read, or while it comes. */
const refused: [number, string, () => Record<string, string>][] = [
  [401, scans, () => ({})],
  [404, `${scans}/nothing`, () => ({})],
  [405, unsynced, () => server.withKey()],
  [413, scans, () => server.withKey()],
  [415, scans, () => ({ ...server.withKey(), 'content-encoding': 'br' })],
]

/** Whether the client sends `Connection: close`: a server that then leaves bytes unread resets the connection. */
const closing: [string, Record<string, string>][] = [
  ['keeps the connection', {}],
  ['closes the connection', { connection: 'close' }],
]

describe.each(closing)('a client that sends its whole body first and %s', (_name, closes) => {
  test.each(refused)('reads the refusal with %i', async (status, path, headers) => {
    // Of 32 MiB at most: the size is looked at before what the body is made of.
    const bytes = status === 415 ? 30 * mib : bodyBytes
    for (const isChunked of [false, true]) {
      const answer = await sendWhole(path, { ...headers(), ...closes }, bytes, isChunked)
      expect(answer).toStartWith(`HTTP/1.1 ${status} `)
      expect(answer).toContain('{"error":')
    }
  })
})

describe('a client that sends its whole body before it looks for an answer', () => {
  test('reads the refusal over HTTP/1.0', async () => {
    const socket = openRequest(server.listening, scans, server.withKey(), bodyBytes, 'HTTP/1.0')
    expect(await answerTo(socket, bodyBytes, false)).toStartWith('HTTP/1.1 413 ')
  })

  test('is not waited for when it sends nothing more', async () => {
    const head = requestHead('POST', scans, {
      ...server.withKey(),
      'content-length': String(bodyBytes),
    })
    expect(await sendRaw(server.listening.url, head)).toStartWith('HTTP/1.1 413 ')
  })

  test('reads it with urllib, which closes connections', async () => {
    expect(await output(['python3', '-c', inUrllib])).toBe('401 413 401 413')
  })

  test('reads it with curl', async () => {
    for (const option of ['--http1.1', '--http1.0']) {
      expect(await statusWithCurl([option, server.listening.url + scans])).toBe('413')
    }
  })

  test('reads it through nginx, which closes connections to what is behind it', async () => {
    if (!hasNginx()) return console.warn('nginx is not installed: it was not tried.')
    for (const isBuffered of [true, false]) {
      await using proxy = await startPlain({ url: server.listening.url, isBuffered })
      expect(await statusWithCurl([proxy.url + scans])).toBe('413')
    }
  })

  test('reads it with Python', async () => {
    expect(await output(['python3', '-c', inPython])).toBe('401 413 401 413')
  })

  test('reads it with Node, where it is installed', async () => {
    if (node === undefined) return console.warn('Node is not installed: its client was not tried.')
    const asModule = [node, '--input-type=module', '-e', inNode]
    expect(await output(asModule)).toBe('401 413 401 413')
  })
})

/** `bun run` may call itself `node`: that one speaks as Bun does. */
function findNode(): string | undefined {
  const places = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'node'))
  return places.find((file) => existsSync(file) && !isBun(file))
}

function isBun(file: string): boolean {
  const { stdout } = Bun.spawnSync([file, '-p', 'process.versions.bun'])
  return stdout.toString().trim() !== 'undefined'
}

async function output(command: string[]): Promise<string> {
  const child = Bun.spawn([...command, server.listening.url + scans, server.key], {
    stdout: 'pipe',
  })
  return (await child.stdout.text()).trim()
}

const inPython = `
import http.client, sys, urllib.parse
url, key = sys.argv[1:]
at = urllib.parse.urlsplit(url)
statuses = []
for chunked in (False, True):
    for headers in ({}, {'Authorization': 'Bearer ' + key}):
        connection = http.client.HTTPConnection(at.hostname, at.port)
        body = (b' ' * 65536 for _ in range(640)) if chunked else b' ' * (640 * 65536)
        connection.request('POST', at.path, body, headers, encode_chunked=chunked)
        statuses.append(str(connection.getresponse().status))
print(' '.join(statuses))
`

const inUrllib = `
import sys, urllib.error, urllib.request
url, key = sys.argv[1:]
statuses = []
for chunked in (False, True):
    for headers in ({}, {'Authorization': 'Bearer ' + key}):
        body = (b' ' * 65536 for _ in range(640)) if chunked else b' ' * (640 * 65536)
        try:
            urllib.request.urlopen(urllib.request.Request(url, body, headers))
        except urllib.error.HTTPError as error:
            statuses.append(str(error.status))
print(' '.join(statuses))
`

const inNode = `
const [url, key] = process.argv.slice(1)
const statuses = []
for (const isChunked of [false, true]) {
  for (const headers of [{}, { authorization: 'Bearer ' + key }]) {
    const bytes = new Uint8Array(640 * 65536)
    const body = isChunked ? new Blob([bytes]).stream() : bytes
    const answer = await fetch(url, { method: 'POST', headers, body, duplex: 'half' })
    statuses.push(answer.status)
  }
}
console.log(statuses.join(' '))
`

/** What comes back when all is sent; throws when the connection breaks before. */
function sendWhole(
  path: string,
  headers: Record<string, string>,
  bytes: number,
  isChunked: boolean,
): Promise<string> {
  const socket = openRequest(server.listening, path, headers, isChunked ? undefined : bytes)
  return answerTo(socket, bytes, isChunked)
}

function answerTo(socket: Socket, bytes: number, isChunked: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`The connection was closed: ${answer}`)))
    socket.on('data', (data) => (answer += data.toString()))
    const chunk = ' '.repeat(mib)
    for (let left = bytes; left > 0; left -= mib) {
      socket.write(isChunked ? `${mib.toString(16)}\r\n${chunk}\r\n` : chunk)
    }
    socket.write(isChunked ? '0\r\n\r\n' : '', () => {
      socket.removeAllListeners('close')
      socket.on('close', () => resolve(answer))
      socket.end()
    })
  })
}

async function statusWithCurl(args: string[]): Promise<string> {
  const body = new Uint8Array(bodyBytes)
  const sent = ['-X', 'POST', '--data-binary', '@-', '-H', `Authorization: Bearer ${server.key}`]
  const shown = ['-s', '-S', '-o', devNull, '-w', '%{http_code}']
  const child = Bun.spawn(['curl', ...shown, ...sent, ...args], { stdin: body, stdout: 'pipe' })
  return child.stdout.text()
}
