import { rounded } from '../figures.ts'
import { program, serveCommand, startServer } from '../processes.ts'
import { compareInTurns, onBothDisks } from '../turns.ts'
import { load, type Part, type Workshop } from '../workshop.ts'

const listConnections = 4
const listTurnMs = 2_000

const markConnections = 64
/** How many scans a turn marks, and the time limit of a turn in milliseconds. */
const scansPerTurn = 3_000
const markTurnMs = 4_000

const apiPath = '/scan-export/api/public/v1'

/** `GET scans/unsynced?limit=500`, compared with a bare SELECT of the same rows. */
export const measureUnsynced: Part = async (shop) => {
  const { dir, key } = await shop.data()
  await using ours = await startServer(serveCommand(shop.executable, dir.root))
  await using bare = await startServer(program('scan-export/bare.ts', await shop.database()))
  const input = { key, connections: listConnections, forMs: listTurnMs }
  const url = `${ours.url}${apiPath}/scans/unsynced?limit=500`
  const against = async (path: string) =>
    await compareInTurns(
      { server: ours, input: () => ({ ...input, url }) },
      { server: bare, input: () => ({ ...input, url: `${bare.url}${path}` }) },
    )
  const [parsed, text] = [await against('/parsed'), await against('/text')]
  const ceiling = await load({ ...input, url: `${bare.url}/nothing` })
  shop.resident.push(ours.residentMb())
  return [
    {
      name: 'unsynced list of 500, ratio to a bare program',
      value: parsed.ratio,
      unit: 'x',
      target: { atLeast: 0.6 },
      detail: `${parsed.detail}; both answer documents as objects`,
    },
    {
      name: 'unsynced list of 500, ratio to one that leaves documents as text',
      value: text.ratio,
      unit: 'x',
      detail: `${text.detail}; the generator alone reaches ${rounded(ceiling.perSecond)}`,
    },
  ]
}

/** `POST mark-synced` of one id, compared with one synchronous commit each. */
export const marking = onBothDisks(
  'mark-synced of one id, ratio to a commit each',
  markOnBothSides,
  {
    ifMissed:
      'sharing a flush gains what the flush costs, and here it costs little: with 0, 0.25, 0.5, 1 and 5 ms added the ' +
      'ratio was 1.2, 3.3, 4.6, 7.0 and 16. The work of a mark itself is larger than that of the one UPDATE.',
  },
)

async function markOnBothSides(shop: Workshop, env: Record<string, string>) {
  const { dir, key, ids } = await shop.data()
  await using ours = await startServer(serveCommand(shop.executable, dir.root), env)
  await using bare = await startServer(program('scan-export/bare.ts', await shop.database()), env)
  const input = { key, connections: markConnections, forMs: markTurnMs }
  const bodies = (round: number) =>
    ids
      .slice(round * scansPerTurn, (round + 1) * scansPerTurn)
      .map((id) => JSON.stringify({ ids: [id], source: 'bench' }))
  const url = `${ours.url}${apiPath}/scans/mark-synced`
  const compared = await compareInTurns(
    { server: ours, input: (round) => ({ ...input, url, bodies: bodies(round) }) },
    {
      server: bare,
      input: (round) => ({ ...input, url: `${bare.url}/mark`, bodies: bodies(round) }),
    },
  )
  const ceiling = await load({ ...input, url: `${bare.url}/nothing`, bodies: bodies(0) })
  shop.resident.push(ours.residentMb())
  const detail = `${compared.detail}; the generator alone reaches ${rounded(ceiling.perSecond)}`
  return { ratio: compared.ratio, detail }
}
