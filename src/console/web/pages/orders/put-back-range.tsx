import { api, ask } from '../../client.ts'
import { counted } from '../../components/values.tsx'
import { wholeDays } from '../../components/days.ts'
import { PutBackDays } from '../../components/day-inputs.tsx'

type PutBackRangeProps = { isOpen: boolean; onClose: () => void }

export function PutBackRange(dialogue: PutBackRangeProps) {
  return (
    <PutBackDays
      {...dialogue}
      title="Mark orders as not synced again"
      lead="When your accounting software was set back to an older state, choose the days on which it fetched the orders that it lost. They are delivered once more."
      labels={{ from: 'Synced from', until: 'Synced until', action: 'Mark unsynced again' }}
      count={(range) => ask(api.orders['synced-count'].get({ query: wholeDays(range) }))}
      isNothing={({ orders }) => orders === 0}
      nothing="Nothing was synced on these days."
      warning={({ orders, items }) =>
        `${counted(orders, 'order')}, ${counted(items, 'line')}: they wait again from now on. What your accounting software still has of them, it will book a second time.`
      }
      send={(range) => ask(api.orders['put-back'].post(wholeDays(range)))}
      done={({ orders, items }) =>
        `${counted(orders, 'order')} with ${counted(items, 'line')} will be delivered again.`
      }
    />
  )
}
