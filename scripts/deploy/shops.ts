import { createSocket } from 'node:dgram'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decode, encode } from 'dns-packet'
import { loopback } from '../../src/platform/config.ts'
import { startServer } from '../bench/processes.ts'
import { daybookCommand } from '../crash-loop/processes.ts'
import { startShops } from './nginx.ts'

/** A name of the file, and whom it is for. */
const shop = { host: 'shop-1.example.com', container: 'shop-1' }

/** Puts nginx before a Daybook that it has to find by its name, as in containers. Returns what is not as it should be. */
export async function playShops(): Promise<string[]> {
  const work = mkdtempSync(join(tmpdir(), 'daybook-shops-'))
  try {
    return await play(work)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

async function play(work: string): Promise<string[]> {
  const serve = ['serve', '--json', '--port', '0', '--data', work]
  await using daybook = await startServer([...daybookCommand(false), ...serve])
  await using names = await startNames()
  const { port } = new URL(daybook.url)
  await using nginx = await startShops({ nameServer: names.address, port })
  const statusOf = async (host: string) =>
    (await fetch(`${nginx.url}/health`, { headers: { host } })).status
  const [known, unknown] = [await statusOf(shop.host), await statusOf('shop-99.example.com')]
  return [
    ...(known === 200 ? [] : [`nginx: a shop in a container answers ${known}`]),
    ...(unknown === 404 ? [] : [`nginx: a shop that is none answers ${unknown}`]),
    ...(names.asked.has(shop.container) ? [] : ['nginx: no name server was asked for the shop']),
  ]
}

/** A name server in which every name is this computer's. `asked`: for which. */
async function startNames() {
  const asked = new Set<string>()
  const socket = createSocket('udp4')
  socket.on('message', (message, from) => {
    const { id = 0, questions = [] } = decode(message)
    const answers = questions.map(({ name }) => ({ type: 'A' as const, name, data: loopback }))
    for (const { name } of questions) asked.add(name)
    socket.send(encode({ type: 'response', id, questions, answers }), from.port, from.address)
  })
  await new Promise<void>((done) => socket.bind(0, loopback, done))
  return {
    asked,
    address: `${loopback}:${socket.address().port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((done) => socket.close(done)),
  }
}
