import { useQueryClient } from '@tanstack/react-query'
import { Overrun } from '../../../components/unsaved.tsx'
import { readQuery, type ShownDocument } from '../data.ts'

type OverrunNoteProps = { shown: ShownDocument; onReplace: (version: string) => void }

/** Somebody saved the document while it was typed. */
export function OverrunNote({ shown: { id, filename }, onReplace }: OverrunNoteProps) {
  const client = useQueryClient()
  return (
    <Overrun
      title="Somebody corrected it meanwhile"
      href={`/documents/${encodeURIComponent(id)}`}
      fetchNow={() => client.fetchQuery({ ...readQuery(id), staleTime: 0 })}
      onReplace={({ version }) => onReplace(version)}
    >
      What you typed is still here, and not saved. Look at what {filename} says now, then save yours
      in its place, or cancel and keep the other.
    </Overrun>
  )
}
