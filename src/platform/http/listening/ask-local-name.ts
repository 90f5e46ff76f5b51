import multicastDns from 'multicast-dns'
import { ownAddresses, type Where } from './local-name.ts'

/** How long to wait for an answer, in milliseconds. A computer in the network answers within a tenth of a second. */
const answerMs = 1_500

/** The address that the network gives for a name by multicast DNS. Undefined when nobody answers for the name. */
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
    // A network that refuses the question gives no answer either, so the caller learns the same.
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
