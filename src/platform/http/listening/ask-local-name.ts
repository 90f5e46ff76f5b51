import multicastDns from 'multicast-dns'
import { ownAddresses, type Where } from './local-name.ts'

/** A computer of the network answers within a tenth of a second; so long it is waited for one, in milliseconds. */
const answerMs = 1_500

/** Which address the network gives a name by multicast DNS; undefined where nobody answers for it. */
export async function askLocalName(
  name: string,
  { port, addresses = ownAddresses }: Where = {},
  limitMs = answerMs,
): Promise<string | undefined> {
  const answer = Promise.withResolvers<string | undefined>()
  const timer = setTimeout(() => answer.resolve(undefined), limitMs)
  const sockets = addresses().map((cidr) => {
    const socket = multicastDns({
      interface: cidr.replace(/\/.*/, ''),
      bind: '0.0.0.0',
      ...(port !== undefined && { port }),
    })
    // A network that takes no question gives no answer either: that is what is told.
    socket.on('error', () => undefined)
    socket.on('response', ({ answers = [] }) => {
      for (const one of answers) {
        if (one.type === 'A' && one.name.toLowerCase() === name) answer.resolve(one.data)
      }
    })
    socket.on('ready', () => socket.query({ questions: [{ name, type: 'A' }] }))
    return socket
  })
  try {
    return await answer.promise
  } finally {
    clearTimeout(timer)
    for (const socket of sockets) socket.destroy()
  }
}
