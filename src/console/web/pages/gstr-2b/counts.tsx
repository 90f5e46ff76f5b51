import { Paper, SimpleGrid, Text, UnstyledButton } from '@mantine/core'
import { formatCount, Money } from '../../components/values.tsx'
import type { Month, State } from './data.ts'
import { stateWords } from './words.ts'

type CountsProps = {
  month: Month
  state: State | undefined
  onState(state: State | null): void
}

const shownStates = ['matched', 'look', 'no_bill', 'not_in_2b'] as const

/** How many lines of a month stand where; pressed, only these are listed, and pressed again all. */
export function Counts({ month, state, onState }: CountsProps) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} mb="lg">
      {shownStates.map((one) => (
        <UnstyledButton
          key={one}
          aria-pressed={state === one}
          onClick={() => onState(state === one ? null : one)}
        >
          <Paper
            withBorder
            p="sm"
            h="100%"
            {...(state === one ? { bd: '2px solid var(--mantine-primary-color-filled)' } : {})}
          >
            <Text size="sm" fw={600}>
              {stateWords[one].name}
            </Text>
            <Text fz="xl" fw={700}>
              {formatCount(month.counts[one])}
            </Text>
            <Text size="xs" c="dimmed">
              <Meaning of={one} month={month} />
            </Text>
          </Paper>
        </UnstyledButton>
      ))}
    </SimpleGrid>
  )
}

function Meaning({ of, month }: { of: (typeof shownStates)[number]; month: Month }) {
  if (of === 'no_bill' && month.counts.no_bill > 0) {
    return (
      <>
        <Money paise={month.withoutBillPaise} /> of credit waits for the bill
      </>
    )
  }
  if (of === 'not_in_2b' && month.counts.not_in_2b > 0) {
    return (
      <>
        <Money paise={month.atRiskPaise} /> of credit at risk
      </>
    )
  }
  return stateWords[of].lead
}
