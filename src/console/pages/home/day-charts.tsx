import { BarChart } from '@mantine/charts'
import { Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../components/loaded.tsx'
import { formatCount } from '../../components/values.tsx'
import { daysQuery, type Day } from './data.ts'
import { locale, t } from '../../language/language.ts'

const chartHeight = 220

const shortDay = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** Received and delivered items on each day of the last four weeks. */
export function DayCharts() {
  const { data, error, refetch } = useQuery(daysQuery)
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={chartHeight + 100} />
  const shown = data.days
  const charts = [
    { title: t('Documents'), days: daysOf(shown, 'documents') },
    { title: t('Orders'), days: daysOf(shown, 'orders') },
  ].filter(({ days }) => days.length > 0)
  return (
    <Stack component="section" gap="sm" aria-labelledby="days-title">
      <Title order={2} size="h4" id="days-title">
        {t('The last four weeks')}
      </Title>
      <SimpleGrid cols={{ base: 1, lg: charts.length }}>
        {charts.map((chart) => (
          <DayChart key={chart.title} {...chart} />
        ))}
      </SimpleGrid>
    </Stack>
  )
}

type Counted = { day: Day['day']; arrived: number; delivered: number }

/** Empty if the user does not work with them. */
function daysOf(shown: readonly Day[], of: 'documents' | 'orders'): Counted[] {
  return shown.flatMap(({ day, [of]: counted }) => (counted === null ? [] : { day, ...counted }))
}

/** Screen readers read its sentence, which gives the same totals. */
function DayChart({ title, days }: { title: string; days: readonly Counted[] }) {
  const sum = (of: (day: Counted) => number) =>
    formatCount(days.reduce((total, day) => total + of(day), 0))
  const sentence = t('{{arrived}} came in, {{delivered}} were delivered.', {
    arrived: sum(({ arrived }) => arrived),
    delivered: sum(({ delivered }) => delivered),
  })
  return (
    <Paper withBorder p="md">
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed" mb="sm">
        {sentence}
      </Text>
      <div aria-hidden>
        <BarChart
          h={chartHeight}
          data={[...days]}
          dataKey="day"
          series={[
            { name: 'arrived', label: t('Came in'), color: 'cyan.8' },
            { name: 'delivered', label: t('Delivered'), color: 'orange.7' },
          ]}
          withLegend
          tickLine="none"
          valueFormatter={formatCount}
          xAxisProps={{ tickFormatter: dayName, minTickGap: 24 }}
          yAxisProps={{ allowDecimals: false, width: 40 }}
          barProps={{ isAnimationActive: false }}
          barChartProps={{ accessibilityLayer: false }}
          tooltipProps={{ labelFormatter: dayName }}
        />
      </div>
    </Paper>
  )
}

/** Formats `2026-11-20` as `20 Nov`. */
function dayName(day: unknown): string {
  return typeof day === 'string' ? shortDay.format(new Date(day)) : ''
}
