// Starts what would run for a minute, says its process id, and waits to be killed.
import { runLitestream } from '../../../src/platform/replica/litestream.ts'

const book = { place: { kind: 'folder', path: '/' }, secret: '', folder: 'book' } as const
const running = runLitestream('/bin/sleep', ['60'], book)
console.log(running.pid)
await running.exited
