import { Group, Text, TextInput, Title } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { rupees } from '../../../../../services/scan-export/checks/values.ts'
import { placeProps } from './cell-input.tsx'
import { fieldOf, labelOf } from './fields.ts'
import type { Sums } from './sums.ts'
import type { Bill } from './use-bill.ts'

/** What stands under the lines, computed until it is typed, and whether all comes to the printed total. */
export function BillFoot({ bill }: { bill: Bill }) {
  const { draft, kind, found, change } = bill
  if (kind.foot.length === 0) return null
  return (
    <section aria-labelledby="bill-foot">
      <Title order={2} size="h5" id="bill-foot" mb={4}>
        Sums
      </Title>
      <div className="bill-foot">
        {kind.foot.map((key) => {
          const cell = draft.head[key]
          return (
            <TextInput
              key={key}
              {...placeProps({ line: null, key }, fieldOf('metadata', key)?.input ?? 'amount')}
              label={labelOf('metadata', key)}
              size="xs"
              classNames={{ input: 'bill-field' }}
              placeholder={found.head[key] ?? ''}
              value={cell?.text ?? ''}
              error={found.ofHead[key]}
              onChange={({ currentTarget }) =>
                change({ type: 'head', key, text: currentTarget.value })
              }
            />
          )
        })}
      </div>
      {found.sums !== null && <Outcome sums={found.sums} />}
    </section>
  )
}

/** "It adds up", or how much it is off. */
function Outcome({ sums: { totalPaise, printedTotalPaise, differencePaise } }: { sums: Sums }) {
  if (totalPaise === 0) return null
  if (differencePaise === null || printedTotalPaise === null) {
    return (
      <Text size="sm" mt="xs" role="status">
        It comes to {rupees(totalPaise)}.
      </Text>
    )
  }
  const isRight = differencePaise === 0
  const Icon = isRight ? IconCheck : IconAlertTriangle
  return (
    <Group
      gap={6}
      mt="xs"
      role="status"
      wrap="nowrap"
      c={isRight ? 'teal' : 'var(--mantine-color-error)'}
    >
      <Icon size={18} aria-hidden />
      <Text size="sm" fw={600} c="var(--mantine-color-text)">
        {isRight ? `It adds up: ${rupees(totalPaise)}.` : offText(differencePaise, totalPaise)}
      </Text>
    </Group>
  )
}

function offText(differencePaise: number, totalPaise: number): string {
  const off = rupees(Math.abs(differencePaise))
  return `The total is ${off} ${differencePaise > 0 ? 'more' : 'less'} than all adds up to, ${rupees(totalPaise)}.`
}
