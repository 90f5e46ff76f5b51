import { queryOptions } from '@tanstack/react-query'
import type { SetUpCodeHeader } from '../../../api/restores/set-up-code.ts'
import { api, ask, refusalOf, type AnswerOf } from '../../client.ts'
import { withPassword } from '../../components/with-password.tsx'

/** The pause between questions about a restore's progress, in milliseconds. The page asks also while the server is away. */
const followMs = 700

/** What a piece of a file has, in bytes: far below what a body may have. */
const pieceBytes = 8 * 1024 * 1024

const setUpCodeHeader: SetUpCodeHeader = 'x-set-up-code'

/** How far a restore is. Without signing in: its id tells it, and outlives the sign-in. */
export function restoreQuery(id: string) {
  return queryOptions({
    queryKey: ['restore', id],
    queryFn: () => ask(api.restores({ id }).get()),
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) => (isOver(state.data?.step) ? false : followMs),
  })
}

export type Restore = AnswerOf<typeof restoreQuery>

function isOver(step: string | undefined): boolean {
  return step === 'done' || step === 'failed'
}

let codeOfSetUp: string | undefined

/** Somebody who sets up restores instead: the code, which is not in the address any more, leads back to that. */
export function noteSetUp(code: string): void {
  codeOfSetUp = code
}

/** Where setting up goes on; undefined where nobody was at it. */
export function setUpAddress(): string | undefined {
  return codeOfSetUp === undefined ? undefined : `/set-up#${codeOfSetUp}`
}

/** What says that whoever sets up goes on with the restore that it began; nothing for owners, who are signed in. */
export function restoreRight(): { headers: Record<string, string> } {
  return { headers: codeOfSetUp === undefined ? {} : { [setUpCodeHeader]: codeOfSetUp } }
}

/** Sends a file and has the server check it. Reports the sent share of the file, from 0 to 1. Throws Refusal. */
export async function sendBackup(
  id: string,
  file: File,
  onProgress: (share: number) => void,
): Promise<void> {
  for (let at = 0; at === 0 || at < file.size; at += pieceBytes) {
    await sendPiece(id, at, file.slice(at, at + pieceBytes))
    onProgress(Math.min(1, (at + pieceBytes) / file.size))
  }
  await withPassword(() => ask(api.restores({ id })['read-file'].post(undefined, restoreRight())))
}

async function sendPiece(id: string, at: number, piece: Blob): Promise<void> {
  const body = new FormData()
  body.set('at', String(at))
  body.set('piece', piece, 'piece')
  const sent = { method: 'POST', body, ...restoreRight() }
  const answer = await fetch(`/console/api/restores/${id}/pieces`, sent).catch(() => undefined)
  if (answer?.ok === true) return
  throw refusalOf(await answer?.json().catch(() => null), answer?.status)
}
