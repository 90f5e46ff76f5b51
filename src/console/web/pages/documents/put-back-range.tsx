import { api, ask } from '../../client.ts'
import { counted } from '../../components/values.tsx'
import { wholeDays } from '../../components/days.ts'
import { PutBackDays } from '../../components/day-inputs.tsx'

type PutBackRangeProps = { isOpen: boolean; onClose: () => void }

export function PutBackRange(dialogue: PutBackRangeProps) {
  return (
    <PutBackDays
      {...dialogue}
      title="Deliver some days again"
      lead="When your accounting software was set back to an earlier state, it lacks what it took since. Choose the days on which it took the documents: they wait for it again."
      labels={{ from: 'First day', until: 'Last day', action: 'Deliver them again' }}
      count={(range) => ask(api.documents['synced-count'].get({ query: wholeDays(range) }))}
      isNothing={({ documents }) => documents === 0}
      nothing="Nothing was delivered on these days."
      warning={({ documents }) =>
        `${documentsWait(documents)} again. What your accounting software still has of them may be booked twice, and Daybook forgets when they were delivered.`
      }
      send={(range) => ask(api.documents['put-back'].post(wholeDays(range)))}
      done={({ documents }) => `${documentsWait(documents)} again.`}
    />
  )
}

function documentsWait(count: number): string {
  return `${counted(count, 'document')} ${count === 1 ? 'waits' : 'wait'}`
}
