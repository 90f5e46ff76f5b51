import type { SetUpCodeHeader } from './api.ts'
import { api, ask, refusalOf, type AnswerOf, answerQuery } from '../../client.ts'
import { withPassword } from '../../components/with-password.tsx'

/** The pause between questions about a restore's progress, in milliseconds. The page asks also while the server is away. */
const followMs = 700

/** The size of a piece of a file, in bytes: far below the limit of a request body. */
const pieceBytes = 8 * 1024 * 1024

const setUpCodeHeader: SetUpCodeHeader = 'x-set-up-code'

/** The progress of a restore. No sign-in is needed: the id gives access, and it outlives the sign-in. */
export function restoreQuery(id: string) {
  return answerQuery(['restore', id], () => api.restores({ id }).get(), {
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

/**
 * Keeps the set-up code of a user who restores instead of setting up. The code leads back to setting up, because it is no longer in the
 * address.
 */
export function noteSetUp(code: string): void {
  codeOfSetUp = code
}

/** The address where setting up goes on. Undefined if nobody was setting up. */
export function setUpAddress(): string | undefined {
  return codeOfSetUp === undefined ? undefined : `/set-up#${codeOfSetUp}`
}

/** The headers that let the user who sets up go on with the restore. Empty for owners, who are signed in. */
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
