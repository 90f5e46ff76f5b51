import { connect } from 'node:net'

/**
 * How long an answer may take on a busy machine, in milliseconds: only a server that waits for more of the request takes as
 * long. It cuts such a request after 30 s.
 */
const answerLimitMs = 25_000

/**
 * Sends bytes as they are, where an HTTP client would refuse to or would send more, and returns what comes back up to
 * the end of its first part (the head of the answer, and whatever came along). Throws when nothing comes.
 */
export function sendRaw(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => {
      socket.write(request)
    })
    socket.setTimeout(answerLimitMs, () => socket.destroy(new Error('No answer came.')))
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
      if (isWhole(answer)) socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

/** The head of a request, with an empty line behind it. */
export function requestHead(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n`
}

function isWhole(answer: string): boolean {
  const headEnd = answer.indexOf('\r\n\r\n')
  if (headEnd < 0) return false
  const length = Number(/^content-length: (\d+)/im.exec(answer)?.[1] ?? '0')
  return answer.length >= headEnd + 4 + length
}
